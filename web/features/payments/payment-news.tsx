import { Suspense } from 'react';
import { lazily } from '#web/kit/lazily.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { usePendingPayment } from './pending-payment.ts';

const News = lazily(async () => (await import('./news.tsx')).News, ['payments', 'shopping']);

/** Fetched before it is needed: once the connection is lost, it is too late. */
export const fetchPaymentNews = News.load;

/** What is known of a payment whose order is not there yet; nothing where there is none, or it is being made, or it is among those `listed`. */
export function PaymentNews({ listed = [] }: { listed?: readonly string[] }) {
  const payment = usePendingPayment();
  if (!payment || payment.state === 'paying' || listed.includes(payment.paymentIntentId)) return null;
  return (
    <Suspense fallback={<LoadingText />}>
      <News state={payment.state} />
    </Suspense>
  );
}
