import { Suspense, useEffect, useState } from 'react';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { OrderBoxes } from '#web/features/orders/order-boxes.tsx';
import { CancelOrder, Identity } from '#web/features/orders/order-card.tsx';
import { OrderHead, OrderSalons, titleIdOf } from '#web/features/orders/order-parts.tsx';
import { OrderReceipt } from '#web/features/orders/order-receipt.tsx';
import { isCancelable, isUsable, openUnitsOf, orderAt } from '#web/features/orders/order-state.ts';
import { useOrder } from '#web/features/orders/use-orders.ts';
import { HelpDialog } from '#web/features/support/help-dialog.tsx';
import { OrderVouchers } from '#web/features/vouchers/order-vouchers.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { hasConnection } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary } from '#web/kit/lazy.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Printer } from '#web/ui/more-icons.ts';
import { Problem } from '#web/ui/problem.tsx';
import { StepBack } from '#web/ui/step-back.tsx';
import { Page as NotFound } from './not-found.page.tsx';

const OwnReviews = lazyForm(
  async () => (await import('#web/features/reviews/own-reviews.tsx')).OwnReviews,
  ['reviews'],
);
const OwnClaims = lazyForm(async () => (await import('#web/features/claims/own-claims.tsx')).OwnClaims, ['claims']);

export function Page() {
  const t = useT();
  // Outside of the session check: what was typed stays although the session ends.
  const [problem, setProblem] = useState<{ userId: string; about: string } | null>(null);
  useHead({ title: `${t('checkout.done')} | ${t('app.name')}` });
  return (
    <>
      <RequireUser waiting={<OrderBoxes />} door={<SignInDoor level="h1" title={t('login.needed')} />}>
        {({ id }) => <Own onProblem={(about) => setProblem({ userId: id, about })} />}
      </RequireUser>
      {problem && <HelpDialog title={t('receipt.problem')} {...problem} onClose={() => setProblem(null)} />}
    </>
  );
}

/** Other users' orders look like missing ones. */
function Own({ onProblem }: { onProblem: (orderId: string) => void }) {
  const t = useT();
  const { id = '' } = useAddress().params;
  const { data, error, refetch } = useOrder(id);
  const now = useMinute();
  // Where a link led here there is no document that could be opened without a connection.
  useEffect(() => {
    if (navigator.serviceWorker?.controller && hasConnection()) void fetch(location.pathname);
  }, []);
  if (data === null) return <NotFound />;
  if (!data)
    return error ? <Problem level="h1" text={reasonOf(error, t)} retry={() => void refetch()} /> : <OrderBoxes />;
  const order = orderAt(data, now);
  const hasOpenUnits = openUnitsOf(order, now).length > 0;
  const units = order.items.flatMap(({ vouchers = [] }) => vouchers);
  const visited = order.items.flatMap(({ vouchers = [], title, titleEn, businessName }) =>
    vouchers
      .filter(({ mayReview, review }) => mayReview || review)
      .map((unit) => ({ ...unit, title, titleEn, businessName })),
  );
  const hasHistory = order.items.some(({ vouchers }) =>
    vouchers?.some(({ status, refund }) => status === 'redeemed' || refund),
  );
  return (
    <div className="paper mx-auto flex max-w-4xl flex-col gap-5">
      <StepBack to="/profile" text={t('back.profile')} />
      <OrderHead order={order} level="p">
        <h1 id={titleIdOf(order)} tabIndex={-1} className="pb-2 text-3xl">
          {t('checkout.done')}
        </h1>
      </OrderHead>
      {hasOpenUnits && order.paymentMethod === 'cash' && <Identity order={order} />}
      {hasOpenUnits && <OrderVouchers order={order} hasWays />}
      {visited.length > 0 && (
        <ErrorBoundary of={OwnReviews} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
          <Suspense fallback={<Skeletons count={1} className="h-44" />}>
            <OwnReviews units={visited} />
          </Suspense>
        </ErrorBoundary>
      )}
      <OrderReceipt order={order} isFolded={hasOpenUnits} />
      {!hasOpenUnits && hasHistory && <OrderVouchers order={order} hasWays={false} />}
      {units.length > 0 && (
        <ErrorBoundary of={OwnClaims} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
          <Suspense fallback={null}>
            <OwnClaims vouchers={units} />
          </Suspense>
        </ErrorBoundary>
      )}
      <section
        aria-labelledby="ordered"
        className="flex flex-col gap-4 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
      >
        <h2 id="ordered" className="text-xl">
          {t('receipt.ordered')}
        </h2>
        <OrderSalons order={order} hasWays={isUsable(order, now) && !hasOpenUnits} />
      </section>
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer size={18} />
          {t('receipt.print')}
        </Button>
        {isCancelable(order, now) && <CancelOrder order={order} />}
      </div>
      <Button variant="plain" aria-haspopup="dialog" className="self-start print:hidden" onClick={() => onProblem(id)}>
        {t('receipt.problem')}
      </Button>
    </div>
  );
}
