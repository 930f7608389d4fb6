import type { CartItem } from '#core/contract/cart.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { isForSale, TotalBar } from '../cart/cart-totals.tsx';
import { BackToMethods, Blocked, OrderSummary } from './order-summary.tsx';
import { Refusal, type Refused } from './refusal.tsx';

interface Props {
  lines: CartItem[];
  confirm: (lines: CartItem[], isHeld: boolean) => Promise<void>;
  refused: Refused | null;
  /** Also when it was confirmed on an earlier page. */
  isOrdering: boolean;
  isConfirmed: boolean;
}

export function CashPayment({ lines, confirm, refused, isOrdering, isConfirmed }: Props) {
  const t = useT();
  return (
    <>
      <BackToMethods />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.cash.title')}</h1>
      <p className="rounded-2xl bg-olive-soft p-4">{t('checkout.cash.instructions')}</p>
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
          </>
        ) : (
          <Blocked />
        )}
      </TotalBar>
    </>
  );
}
