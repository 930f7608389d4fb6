import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek } from '#core/domain/money.ts';
import {
  AtSalonBlock,
  CartSums,
  isForSale,
  linesBySalon,
  titleOfLine,
  totalsOfLines,
  whyNotForSale,
} from '#web/features/cart/cart-totals.tsx';
import { langOfTitle } from '#web/features/deals/deal-words.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { isLate, useOrderAttempt } from '#web/features/orders/order-attempt.ts';
import { notifyLayoutShift } from '#web/kit/access/avoid-overlap.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { Redirect, useLocation, useNavigate, useNavigationType } from '#web/kit/router/location.tsx';
import { toast, useIsOnScreen } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { StepBack } from '#web/ui/step-back.tsx';

interface Props {
  lines: CartItem[];
  isByCard?: boolean;
  /** The payment method is not chosen yet. */
  isUndecided?: boolean;
  children?: ReactNode;
}

/** The order by salon. */
export function OrderSummary({ lines, isByCard = false, isUndecided = false, children }: Props) {
  const t = useT();
  return (
    <section
      aria-label={t('cart.title')}
      className="flex flex-col gap-6 rounded-card bg-surface p-[min(1.25rem,6vw)] shadow-card"
    >
      {linesBySalon(lines).map((place) => (
        <AtSalonBlock
          key={`${place.name} ${place.salon?.address}`}
          place={place}
          isByCard={isByCard}
          isUndecided={isUndecided}
        >
          <ul className="flex flex-col gap-2">
            {place.items.map((line) => (
              <li key={line.dealId} className="flex flex-wrap justify-between gap-x-4 text-sm">
                <span className="min-w-0 flex-[1_1_10rem]">
                  {line.quantity} × <span lang={langOfTitle(line.deal, t)}>{titleOfLine(line, t)}</span>
                </span>
                {isForSale(line) ? (
                  <Lek amount={toLek(totalsOfLines([line]).total)} />
                ) : (
                  <span className="font-semibold text-alert">{whyNotForSale(line, t)}</span>
                )}
              </li>
            ))}
          </ul>
        </AtSalonBlock>
      ))}
      <div className="border-t border-line pt-4">
        <CartSums lines={lines} />
      </div>
      {children}
    </section>
  );
}

/** Why nothing can be ordered, with a link to the cart. */
export function Blocked() {
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

export function BackToMethods() {
  const t = useT();
  return <StepBack to="/checkout" text={t('checkout.back')} />;
}

/** Whether the history of this tab has an earlier entry of this site. */
const hasEntryBefore = () => (window.history.state?.idx ?? 0) > 0;

/** After an order the empty checkout redirects to the cart; with Back it is skipped. */
export function NothingToBuy() {
  const t = useT();
  const navigate = useNavigate();
  const { key } = useLocation();
  const last = useOrderAttempt();
  const goesBack = useNavigationType() === 'POP' && hasEntryBefore();
  const isOrdered = last?.state === 'made' && !isLate(last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry that one goes back over is left
  useEffect(() => {
    if (isOrdered && goesBack) void navigate(-1);
    if (isOrdered) return;
    toast({ tone: 'note', title: t('toast.cartEmpty.title'), text: t('toast.cartEmpty.text') });
  }, [t, isOrdered, goesBack, key, navigate]);
  return isOrdered && goesBack ? null : <Redirect to="/cart" />;
}

/** Sets the document title. */
export function useStepHead(
  step: 'checkout.select.title' | 'checkout.cash.title' | 'checkout.complete' | 'checkout.done',
): void {
  const t = useT();
  useHead({ title: `${t(step)} – ${t('checkout.title')} | ${t('app.name')}` });
}

export interface Refused {
  reason: string;
  /** The toast that shows it first. */
  saidIn: number;
}

/** The reason beside the button. It is invisible while the toast shows the same; its place is reserved. */
export function Refusal({ refused }: { refused: Refused | null }) {
  const isBeingSaid = useIsOnScreen(refused?.saidIn ?? null);
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!refused || !focused || !box.current?.parentElement?.contains(focused)) return;
    focused.scrollIntoView({ block: 'nearest' });
    notifyLayoutShift();
  }, [refused]);
  if (!refused) return null;
  return (
    <p ref={box} className={`w-full text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}>
      {refused.reason}
    </p>
  );
}
