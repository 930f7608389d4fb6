import { Suspense } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { ErrorBoundary } from '#web/kit/error-boundary.tsx';
import { lazily } from '#web/kit/lazily.tsx';

const PinnedOrder = lazily(
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
