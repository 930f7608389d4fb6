import { Suspense } from 'react';
import { lazyWithRetry } from '#web/kit/lazy.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { useKeptPayment } from './kept-payment.ts';

const News = lazyWithRetry(async () => (await import('./news.tsx')).News, ['payments', 'shopping']);

/** Fetched before it is needed: once the connection is lost, it is too late. */
export const fetchPaymentNews = News.load;

/** What is known of a payment whose order is not there yet; nothing where there is none, or it is being made, or it is among those `listed`. */
export function PaymentNews({ listed = [] }: { listed?: readonly string[] }) {
  const payment = useKeptPayment();
  if (!payment || payment.state === 'paying' || listed.includes(payment.paymentIntentId)) return null;
  return (
    <Suspense fallback={<LoadingText />}>
      <News state={payment.state} />
    </Suspense>
  );
}
