import type { CartItem } from '#core/contract/cart.ts';
import { CartTotal, isForSale } from '#web/features/cart/cart-totals.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';
import { useCards } from '#web/kit/shop-config.ts';
import { Banknote, ChevronRight, CreditCard, type Icon } from '#web/ui/icons.tsx';
import { StepBack } from '../step-back.tsx';
import { Blocked } from './blocked.tsx';
import { OrderSummary } from './order-summary.tsx';

/** How one may pay here: in cash, and where somebody charges them, by card. */
export function SelectMethod({ lines }: { lines: CartItem[] }) {
  const t = useT();
  const cards = useCards();
  return (
    <>
      <StepBack to="/cart" text={t('cart.title')} />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.select.title')}</h1>
      {lines.every(isForSale) ? (
        <>
          <Method name="cash" Icon={Banknote} title={t('checkout.cash')} hint={t('checkout.cash.hint')} />
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

interface MethodProps {
  name: 'cash' | 'card';
  Icon: Icon;
  title: string;
  hint: string;
}

function Method({ name, Icon, title, hint }: MethodProps) {
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
