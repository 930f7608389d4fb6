import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import type { CartItem } from '#core/contract/cart.ts';
import type { Order } from '#core/contract/orders.ts';
import { toLek } from '#core/domain/money.ts';
import { RequireUser } from '../features/accounts/require-user.tsx';
import { signInAddress } from '../features/accounts/sign-in-address.ts';
import { CartTotal, isForSale, TotalBar, totalsOfLines } from '../features/cart/cart-totals.tsx';
import { useCart } from '../features/cart/use-cart.ts';
import { newConfirmation } from '../features/orders/confirmation.ts';
import { OrderSalons } from '../features/orders/order-salons.tsx';
import { Ticket } from '../features/orders/ticket.tsx';
import { useParameter } from '../kit/address.ts';
import { useStep } from '../kit/focus.ts';
import { goOnUnless, isWithoutPointer } from '../kit/go-on.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { useOffline } from '../kit/online.ts';
import { reasonOf } from '../kit/reason.ts';
import { latestToast, toast, useIsOnScreen } from '../kit/toasts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ArrowLeft, Banknote, ChevronRight } from '../ui/icons.tsx';
import { LoadingText } from '../ui/loading-text.tsx';
import { Problem } from '../ui/problem.tsx';
import { NothingToBuy } from './ordering/nothing-to-buy.tsx';
import { OrderSummary } from './ordering/order-summary.tsx';
import { useConfirmOrder } from './ordering/use-confirm-order.ts';
import { useIsOrdering, useOrderNews } from './ordering/use-is-ordering.ts';

/** Spec 1 §9: back home 1.5 s after the confirmation. */
const HOME_MS = 1500;

export function Page() {
  useStepHead(useParameter('method') === 'cash' ? 'cash.title' : 'select.title');
  return (
    <RequireUser door={<Navigate to={signInAddress('/checkout')} replace />}>
      {(user) => <Checkout user={user} />}
    </RequireUser>
  );
}

function useStepHead(step: 'select.title' | 'cash.title' | 'done'): void {
  const t = useT();
  useHead({ title: `${t(`checkout.${step}`)} – ${t('checkout.title')} | ${t('app.name')}` });
}

function Checkout({ user }: { user: User }) {
  const t = useT();
  const method = useParameter('method');
  const { lines, error, refetch } = useCart();
  const isOrdering = useIsOrdering();
  const news = useOrderNews();
  const { confirm, confirmed, made, refused } = useConfirm(user);
  const shown = confirmed ?? lines;
  useStep(made ? 'made' : (method ?? ''));
  if (made) return <Confirmed {...made} />;
  if (news && !shown?.length) return <LoadingText text={t(news)} />;
  if (!shown) return error ? <Problem text={reasonOf(error, t)} retry={() => void refetch()} /> : <LoadingText />;
  if (shown.length === 0) return <NothingToBuy />;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      {method === 'cash' ? (
        <CashPayment
          lines={shown}
          confirm={confirm}
          refused={refused}
          isOrdering={isOrdering}
          isConfirmed={confirmed !== null}
        />
      ) : (
        <SelectMethod lines={shown} />
      )}
    </div>
  );
}

interface Refused {
  reason: string;
  /** The message that says it first. */
  saidIn: number;
}

interface Made {
  order: Order;
  /** Whoever reads by ear or uses keys needs longer, and may read on without a key that a page hears of. */
  isHeld: boolean;
}

type Confirm = (lines: CartItem[], isHeld: boolean) => Promise<void>;

/** Confirms what is on the screen, which stays there. */
function useConfirm(user: User) {
  const t = useT();
  const offline = useOffline();
  const confirmOrder = useConfirmOrder();
  const [confirmed, setConfirmed] = useState<CartItem[] | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const confirm: Confirm = async (lines, isHeld) => {
    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    setConfirmed(lines);
    setRefused(null);
    const { made, refusal } = await confirmOrder(newConfirmation(user.id, toLek(totalsOfLines(lines).total)));
    if (refusal) setRefused({ reason: refusal, saidIn: latestToast() });
    if (made) setMade({ order: made, isHeld });
    else setConfirmed(null);
  };
  return { confirm, confirmed, made, refused };
}

/** What one shows at the salon, for as long as one stays. */
function Confirmed({ order, isHeld }: Made) {
  const t = useT();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useStepHead('done');
  useEffect(() => {
    if (isHeld) return;
    const isKept = ({ target }: Event) => target instanceof Node && box.current?.contains(target) === true;
    return goOnUnless(HOME_MS, () => navigate('/'), isKept);
  }, [navigate, isHeld]);
  return (
    // Above the ticket there is room for the message of it.
    <div ref={box} className="mx-auto flex max-w-xl flex-col gap-5 max-md:pt-12">
      <h1 className="text-2xl sm:text-3xl">{t('checkout.done')}</h1>
      <div data-keep-clear="" className="flex flex-col gap-5">
        <Ticket order={order} />
        <div className="rounded-card bg-surface p-5 shadow-card">
          <OrderSalons order={order} />
        </div>
      </div>
      <ButtonLink look="quiet" to="/">
        {t('deal.backHome')}
      </ButtonLink>
    </div>
  );
}

function SelectMethod({ lines }: { lines: CartItem[] }) {
  const t = useT();
  return (
    <>
      <BackLink to="/cart" text={t('cart.title')} />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.select.title')}</h1>
      {lines.every(isForSale) ? <PayCash /> : <Blocked />}
      <OrderSummary lines={lines}>
        <CartTotal lines={lines} />
      </OrderSummary>
    </>
  );
}

/** The one way to pay there is today. */
function PayCash() {
  const t = useT();
  return (
    <Link
      to="/checkout?method=cash"
      className="flex items-center gap-[min(1rem,4vw)] rounded-card border-2 border-brand bg-surface p-[min(1rem,4vw)] shadow-card hover:shadow-lift"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-[min(1rem,4vw)]">
        <span className="grid size-[48px] shrink-0 place-items-center rounded-full bg-olive-soft text-olive">
          <Banknote size={26} />
        </span>
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-semibold">{t('checkout.cash')}</span>
          <span className="text-sm text-quiet">{t('checkout.cash.hint')}</span>
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-quiet" />
    </Link>
  );
}

/** Why nothing can be ordered, and the way to where that is mended. */
function Blocked() {
  const t = useT();
  return (
    <>
      <p className="w-full font-semibold text-alert">{t('cart.blocked')}</p>
      <ButtonLink size="large" to="/cart" className="flex-auto">
        {t('toast.cartAdd.view')}
      </ButtonLink>
    </>
  );
}

interface CashPaymentProps {
  lines: CartItem[];
  confirm: Confirm;
  refused: Refused | null;
  /** Also when somebody left and came back before the order was made. */
  isOrdering: boolean;
  isConfirmed: boolean;
}

function CashPayment({ lines, confirm, refused, isOrdering, isConfirmed }: CashPaymentProps) {
  const t = useT();
  const down = useRef<PointerEvent>(null);
  return (
    <>
      <BackLink to="/checkout" text={t('checkout.back')} />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.cash.title')}</h1>
      <p className="rounded-2xl bg-olive-soft p-4">{t('checkout.cash.instructions')}</p>
      <OrderSummary lines={lines} />
      <TotalBar lines={lines} className="shadow-lift tall:sticky">
        {lines.every(isForSale) ? (
          <>
            <Refusal refused={refused} />
            <Button
              size="large"
              isBusy={isOrdering || isConfirmed}
              onPointerDown={({ nativeEvent }) => {
                down.current = nativeEvent;
              }}
              onClick={({ nativeEvent }) => void confirm(lines, isWithoutPointer(nativeEvent, down.current))}
              className="flex-[1_1_max-content] max-sm:min-h-[52px] max-sm:px-[16px] max-sm:text-fitted"
            >
              {isOrdering ? t('common.submitting') : t('checkout.cash.confirm')}
            </Button>
          </>
        ) : (
          <Blocked />
        )}
      </TotalBar>
    </>
  );
}

/** Seen once: its place is kept free until the message that says the same is gone. */
function Refusal({ refused }: { refused: Refused | null }) {
  const isBeingSaid = useIsOnScreen(refused?.saidIn ?? null);
  if (!refused) return null;
  return (
    <p className={`w-full text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}>{refused.reason}</p>
  );
}

function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 w-fit items-center gap-2 font-semibold text-brand hover:underline">
      <ArrowLeft size={20} />
      {text}
    </Link>
  );
}
