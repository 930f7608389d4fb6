import { Suspense } from 'react';
import { lazily } from '#web/kit/lazily.tsx';
import { useKeptPayment } from './kept-payment.ts';

const News = lazily(async () => (await import('./news.tsx')).News, ['payments', 'shopping']);

/** What is known of a payment whose order is not there yet; nothing where there is none, or it is being made. */
export function PaymentNews() {
  const payment = useKeptPayment();
  if (!payment || payment.state === 'paying') return null;
  return (
    <Suspense>
      <News state={payment.state} />
    </Suspense>
  );
}
