import { Suspense, useCallback, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { RequireUser } from '../features/accounts/require-user.tsx';
import { signInAddress } from '../features/accounts/sign-in-address.ts';
import { useCart } from '../features/cart/use-cart.ts';
import { newConfirmation } from '../features/orders/confirmation.ts';
import { type KeptPayment, useKeptPayment } from '../features/payments/kept-payment.ts';
import { PaymentNews } from '../features/payments/payment-news.tsx';
import { useParameter } from '../kit/address.ts';
import { isSignedOut } from '../kit/api.ts';
import { useStep } from '../kit/focus.ts';
import { useT } from '../kit/i18n.tsx';
import { lazily } from '../kit/lazily.tsx';
import { useOffline } from '../kit/online.ts';
import { reasonOf } from '../kit/reason.ts';
import { latestToast, toast } from '../kit/toasts.ts';
import { useCards } from '../kit/use-cards.ts';
import { LoadingText } from '../ui/loading-text.tsx';
import { Problem } from '../ui/problem.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { CashPayment } from './ordering/cash-payment.tsx';
import { MadeOrder, type PaidByCard, type ShownOrder } from './ordering/made-order.tsx';
import { NothingToBuy } from './ordering/nothing-to-buy.tsx';
import type { Refused } from './ordering/refusal.tsx';
import { SelectMethod } from './ordering/select-method.tsx';
import { useConfirmOrder } from './ordering/use-confirm-order.ts';
import { useIsOrdering, useOrderNews } from './ordering/use-is-ordering.ts';
import { useLastWords } from './ordering/use-last-words.ts';
import { useStepHead } from './ordering/use-step-head.ts';

const CardPayment = lazily(
  async () => (await import('./ordering/card-payment.tsx')).CardPayment,
  ['payments', 'deal', 'shopping'],
);

const heads = { cash: 'checkout.cash.title', card: 'checkout.complete', none: 'checkout.select.title' } as const;

/** How one wants to pay; `none` while one has not chosen, or where that is not to be had. */
function useMethod(): keyof typeof heads {
  const said = useParameter('method');
  const cards = useCards();
  if (said === 'cash' || (said === 'card' && cards)) return said;
  return 'none';
}

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

/** Whether one comes back from the page of a bank, to an empty cart where it was paid. */
function useIsBack(): boolean {
  return new URLSearchParams(useLocation().search).has('payment_intent');
}

function Checkout({ user }: { user: User }) {
  const t = useT();
  const method = useMethod();
  const { lines, error, refetch } = useCart();
  const isOrdering = useIsOrdering();
  const news = useOrderNews();
  const { confirm, confirmed, made, refused, setConfirmed, setMade } = useConfirm(user);
  const shown = confirmed ?? lines;
  const isBack = useIsBack() && method === 'card';
  const payment = useKeptPayment();
  const sayLast = useLastWords();
  const onPaid = useCallback(
    ({ recording, lastWords }: PaidByCard, isHeld: boolean) => {
      setMade({ order: null, isHeld });
      recording.then(
        (order) => setMade({ order, isHeld }),
        // What cannot be recorded here the server records alone; it was paid.
        (error) => lastWords && isSignedOut(error) && void sayLast(lastWords),
      );
    },
    [setMade, sayLast],
  );
  useStep(made ? 'made' : method);
  if (made) return <MadeOrder {...made} />;
  if (news && !shown?.length) return <LoadingText text={t(news)} />;
  if (!shown) return error ? <Problem text={reasonOf(error, t)} retry={() => void refetch()} /> : <LoadingText />;
  if (shown.length === 0 && payment && !isBack) return <Paying state={payment.state} />;
  if (shown.length === 0 && !isBack) return <NothingToBuy />;
  return (
    <div className={`mx-auto flex max-w-xl flex-col gap-5 ${method === 'card' ? 'lg:max-w-4xl' : ''}`}>
      {method !== 'card' && <PaymentNews />}
      {method === 'cash' ? (
        <CashPayment
          lines={shown}
          confirm={confirm}
          refused={refused}
          isOrdering={isOrdering}
          isConfirmed={confirmed !== null}
        />
      ) : method === 'card' ? (
        <Suspense fallback={<Waiting />}>
          <CardPayment user={user} lines={shown} onPaying={setConfirmed} onPaid={onPaid} />
        </Suspense>
      ) : (
        <SelectMethod lines={shown} />
      )}
    </div>
  );
}

/** What was paid a moment ago has emptied the cart, and its order is not at hand yet. */
function Paying({ state }: Pick<KeptPayment, 'state'>) {
  const t = useT();
  if (state === 'paying') return <LoadingText text={t('checkout.underWay')} />;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <PaymentNews />
    </div>
  );
}

/** Confirms what is on the screen, which stays there. */
function useConfirm(user: User) {
  const t = useT();
  const offline = useOffline();
  const confirmOrder = useConfirmOrder();
  const [confirmed, setConfirmed] = useState<CartItem[] | null>(null);
  const [made, setMade] = useState<ShownOrder | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const confirm = async (lines: CartItem[], isHeld: boolean) => {
    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    setConfirmed(lines);
    setRefused(null);
    const { made, refusal } = await confirmOrder(newConfirmation(user.id, expectedItems(lines)));
    if (refusal) setRefused({ reason: refusal, saidIn: latestToast() });
    if (made) setMade({ order: made, isHeld });
    else setConfirmed(null);
  };
  return { confirm, confirmed, made, refused, setConfirmed, setMade };
}
