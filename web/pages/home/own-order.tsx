import { Suspense } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';

const PinnedOrder = lazyWithRetry(
  async () => (await import('#web/features/orders/pinned-order.tsx')).PinnedOrder,
  ['shopping'],
);

/** Whose order is open has it at hand; the page of everybody says nothing of it. */
export function OwnOrder() {
  const visitor = useUser();
  return visitor.state === 'user' ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <PinnedOrder />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
