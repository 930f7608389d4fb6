import { Navigate, useLocation } from 'react-router';
import { RequireUser } from '../features/accounts/require-user.tsx';
import { signInAddress } from '../features/accounts/session-end.ts';
import { Checkout, heads, useMethod } from '../features/checkout/checkout.tsx';
import { useStepHead } from '../features/checkout/order-summary.tsx';

export function Page() {
  useStepHead(heads[useMethod()]);
  const { search } = useLocation();
  return (
    <RequireUser door={<Navigate to={signInAddress(`/checkout${wayOn(search)}`)} replace />}>
      {(user) => <Checkout user={user} />}
    </RequireUser>
  );
}

/** What one was about to do, for after signing in; the secret of a payment is for no other page. */
function wayOn(search: string): string {
  const query = new URLSearchParams(search);
  const kept = ['method', 'payment_intent', 'redirect_status'].filter((name) => query.has(name));
  return kept.length > 0 ? `?${new URLSearchParams(kept.map((name) => [name, query.get(name) ?? '']))}` : '';
}
