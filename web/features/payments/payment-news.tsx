import { Suspense } from 'react';
import { lazily } from '#web/kit/lazily.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { useKeptPayment } from './kept-payment.ts';

const News = lazily(async () => (await import('./news.tsx')).News, ['payments', 'shopping']);

/** Prefetched, since it is needed when the connection is lost. */
export const fetchPaymentNews = News.load;

/** The state of a payment whose order is not known yet and not among those `listed`. */
export function PaymentNews({ listed = [] }: { listed?: readonly string[] }) {
  const payment = useKeptPayment();
  if (!payment || payment.state === 'paying' || listed.includes(payment.paymentIntentId)) return null;
  return (
    <Suspense fallback={<LoadingText />}>
      <News state={payment.state} />
    </Suspense>
  );
}
