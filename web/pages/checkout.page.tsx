import { RequireUser } from '#web/features/accounts/require-user.tsx';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { Checkout, heads, useMethod } from '#web/features/checkout/checkout.tsx';
import { useStepHead } from '#web/features/checkout/order-summary.tsx';
import { Redirect, useLocation } from '#web/kit/router/location.tsx';

export function Page() {
  useStepHead(heads[useMethod()]);
  const { search } = useLocation();
  return (
    <RequireUser door={<Redirect to={signInAddress(`/checkout${wayOn(search)}`)} />}>
      {(user) => <Checkout user={user} />}
    </RequireUser>
  );
}

/** The query to restore after signing in, without the secret of a payment. */
function wayOn(search: string): string {
  const query = new URLSearchParams(search);
  const kept = ['method', 'payment_intent', 'redirect_status'].filter((name) => query.has(name));
  return kept.length > 0 ? `?${new URLSearchParams(kept.map((name) => [name, query.get(name) ?? '']))}` : '';
}
