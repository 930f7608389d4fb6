import { Suspense } from 'react';
import { lazyWithRetry } from '#web/kit/lazy.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { usePendingPayment } from './pending-payment.ts';

const News = lazyWithRetry(async () => (await import('./news.tsx')).News, ['payments', 'shopping']);

/** Prefetched, since it is needed when the connection is lost. */
export const fetchPaymentNews = News.load;

/** The state of a payment whose order is not recorded yet, unless it is among those `listed`. */
export function PaymentNews({ listed = [] }: { listed?: readonly string[] }) {
  const payment = usePendingPayment();
  if (!payment || payment.state === 'paying' || listed.includes(payment.paymentIntentId)) return null;
  return (
    <Suspense fallback={<LoadingText />}>
      <News state={payment.state} />
    </Suspense>
  );
}
