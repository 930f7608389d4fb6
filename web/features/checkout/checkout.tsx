import { Suspense, useCallback, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { CartTotal, isForSale, TotalBar } from '#web/features/cart/cart-totals.tsx';
import { useCart } from '#web/features/cart/use-cart.ts';
import { CashRestriction, useIsCashRefused } from '#web/features/orders/cash-restriction.tsx';
import { newAttempt } from '#web/features/orders/order-attempt.ts';
import { PaymentNews } from '#web/features/payments/payment-news.tsx';
import { type PendingPayment, usePendingPayment } from '#web/features/payments/pending-payment.ts';
import { useStep } from '#web/kit/access/focus.ts';
import { isSignedOut } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { lazyWithRetry } from '#web/kit/lazy.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { Link } from '#web/kit/router/link.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { latestToast, reasonOf, toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ChevronRight, type Icon } from '#web/ui/icons.ts';
import { LoadingFallback, LoadingText } from '#web/ui/loading.tsx';
import { Banknote, CreditCard } from '#web/ui/more-icons.ts';
import { Problem } from '#web/ui/problem.tsx';
import { StepBack } from '#web/ui/step-back.tsx';
import { useSignedOutNotice } from './card-outcome.ts';
import { useConfirmOrder, useIsOrdering, useOrderNews } from './cash-order.tsx';
import { MadeOrder, type PaidByCard, type ShownOrder } from './made-order.tsx';
import { BackToMethods, Blocked, NothingToBuy, OrderSummary, Refusal, type Refused } from './order-summary.tsx';

const CardPayment = lazyWithRetry(
  async () => (await import('./card-payment.tsx')).CardPayment,
  ['payments', 'deal', 'shopping'],
);

export const heads = { cash: 'checkout.cash.title', card: 'checkout.complete', none: 'checkout.select.title' } as const;

/** The payment method; `none` while it is not chosen or not available. */
export function useMethod(): keyof typeof heads {
  const said = useParameter('method');
  const cards = useCards();
  if (said === 'cash' || (said === 'card' && cards)) return said;
  return 'none';
}

/** Whether one returns from the bank's page. */
function useIsBack(): boolean {
  return new URLSearchParams(useLocation().search).has('payment_intent');
}

export function Checkout({ user }: { user: User }) {
  const t = useT();
  const method = useMethod();
  const { lines, error, refetch } = useCart();
  const isOrdering = useIsOrdering();
  const news = useOrderNews();
  const { confirm, confirmed, made, refused, setConfirmed, setMade } = useConfirm(user);
  const shown = confirmed ?? lines;
  const isBack = useIsBack() && method === 'card';
  const payment = usePendingPayment();
  const sayLast = useSignedOutNotice();
  const onPaid = useCallback(
    ({ recording, signedOutText }: PaidByCard, isHeld: boolean) => {
      setMade({ order: null, isHeld });
      recording.then(
        (order) => setMade({ order, isHeld }),
        // The server records it by itself.
        (error) => signedOutText && isSignedOut(error) && void sayLast(signedOutText),
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
        <Suspense fallback={<LoadingFallback />}>
          <CardPayment user={user} lines={shown} onPaying={setConfirmed} onPaid={onPaid} />
        </Suspense>
      ) : (
        <SelectMethod lines={shown} />
      )}
    </div>
  );
}

/** The payment has emptied the cart, and its order is not recorded yet. */
function Paying({ state }: Pick<PendingPayment, 'state'>) {
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
    const { made, refusal } = await confirmOrder(newAttempt(user.id, expectedItems(lines)));
    if (refusal) setRefused({ reason: refusal, saidIn: latestToast() });
    if (made) setMade({ order: made, isHeld });
    else setConfirmed(null);
  };
  return { confirm, confirmed, made, refused, setConfirmed, setMade };
}

/** The payment methods: cash, and cards where a provider is configured. */
function SelectMethod({ lines }: { lines: CartItem[] }) {
  const t = useT();
  const isCashRefused = useIsCashRefused();
  const cards = useCards();
  return (
    <>
      <StepBack to="/cart" text={t('cart.title')} />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.select.title')}</h1>
      {lines.every(isForSale) ? (
        <>
          <CashRestriction />
          {!isCashRefused && (
            <Method name="cash" Icon={Banknote} title={t('checkout.cash')} hint={t('checkout.cash.hint')} />
          )}
          {cards && (
            <Method
              name="card"
              Icon={CreditCard}
              title={t('checkout.card')}
              hint={[t('checkout.card.hint'), cards === 'sandbox' && t('checkout.test')].filter(Boolean).join('. ')}
            />
          )}
        </>
      ) : (
        <Blocked />
      )}
      <OrderSummary lines={lines} isUndecided>
        <CartTotal lines={lines} />
      </OrderSummary>
    </>
  );
}

function Method({ name, Icon, title, hint }: { name: 'cash' | 'card'; Icon: Icon; title: string; hint: string }) {
  return (
    <Link
      to={`/checkout?method=${name}`}
      className="flex items-center gap-[min(1rem,4vw)] rounded-card border border-line bg-surface p-[min(1rem,4vw)] shadow-card hover:shadow-lift"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-[min(1rem,4vw)]">
        <span className="grid size-[48px] shrink-0 place-items-center rounded-full bg-olive-soft text-olive">
          <Icon size={26} />
        </span>
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-semibold">{title}</span>
          <span className="text-sm text-muted">{hint}</span>
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </Link>
  );
}

interface Props {
  lines: CartItem[];
  confirm: (lines: CartItem[], isHeld: boolean) => Promise<void>;
  refused: Refused | null;
  /** Also when it was confirmed on an earlier page. */
  isOrdering: boolean;
  isConfirmed: boolean;
}

function CashPayment({ lines, confirm, refused, isOrdering, isConfirmed }: Props) {
  const t = useT();
  return (
    <>
      <BackToMethods />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.cash.title')}</h1>
      <p className="rounded-2xl bg-olive-soft p-4">{t('checkout.cash.instructions')}</p>
      <CashRestriction />
      <OrderSummary lines={lines} />
      <TotalBar lines={lines} className="shadow-lift tall:sticky">
        {lines.every(isForSale) ? (
          <>
            <Refusal refused={refused} />
            <Button
              size="large"
              isPending={isOrdering || isConfirmed}
              // `detail` is 0 without a pointer: keyboard users are not redirected.
              onClick={({ detail }) => void confirm(lines, detail === 0)}
              className="flex-[1_1_max-content] max-sm:min-h-[52px] max-sm:px-[16px] max-sm:text-fitted"
            >
              {isOrdering ? t('common.submitting') : t('checkout.cash.confirm')}
            </Button>
            <p className="w-full text-sm text-muted max-sm:text-fitted-sm">{t('checkout.cash.safe')}</p>
          </>
        ) : (
          <Blocked />
        )}
      </TotalBar>
    </>
  );
}
