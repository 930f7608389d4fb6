import { type ReactNode, useId } from 'react';
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { toLek } from '#core/domain/money.ts';
import { formatLek } from '#core/i18n/format.ts';
import { tintOf } from '#web/features/deals/category-icon.tsx';
import { Terms } from '#web/features/deals/deal-limits.tsx';
import { langOfTitle, Titled, titleOf } from '#web/features/deals/deal-words.tsx';
import { DiscountBadge, Lek, Price } from '#web/features/deals/price.tsx';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Minus, Plus, Trash2 } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { useCartChanges } from './cart-changes.ts';
import { isForSale, titleOfLine, totalsOfLines, whyNotForSale } from './cart-totals.tsx';

export function CartLine({ line }: { line: CartItem }) {
  const t = useT();
  return (
    <article className="grid grid-cols-[min(6rem,25%)_minmax(0,1fr)] gap-x-[16px] gap-y-2 rounded-card bg-surface p-[12px] shadow-card sm:grid-cols-[min(10rem,30%)_minmax(0,1fr)]">
      <Picture
        src={line.deal.imageUrl}
        alt=""
        width={160}
        height={160}
        sizes="160px"
        missing={t('deal.imageUnavailable')}
        className={`row-span-2 aspect-square w-full self-start rounded-xl sm:aspect-4/3 ${tintOf(line.deal.category)}`}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <Heading line={line} />
        <Notices line={line} />
        <div className="text-sm empty:hidden">
          <Terms terms={line.terms} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Price deal={{ price: line.deal.price, originalPrice: line.deal.originalPrice }} />
          <DiscountBadge discount={line.deal.shownDiscount ?? line.deal.discount} className="text-xs" />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Quantity line={line} />
        {line.quantity > 1 && isForSale(line) && (
          <p className="text-sm text-muted">
            {t('cart.line.total')}{' '}
            <Lek amount={toLek(totalsOfLines([line]).total)} className="text-base font-semibold text-ink" />
          </p>
        )}
      </div>
    </article>
  );
}

function Heading({ line }: { line: CartItem }) {
  const t = useT();
  const { remove } = useCartChanges();
  const title = titleOfLine(line, t);
  return (
    <div className="flex items-start gap-2">
      <h3 lang={langOfTitle(line.deal, t)} className="min-w-0 flex-1 pt-1 text-base wrap-anywhere sm:text-lg">
        {titleOf(line.deal, t) ? (
          <Link to={`/deal/${line.dealId}`} className="hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <IconButton
        {...named(t('cart.remove', { title }), line)}
        onClick={(event) => isRepeatClick(event) || remove(line)}
        className="-mr-1 -mt-1 text-muted hover:text-alert"
      >
        <Trash2 size={20} />
      </IconButton>
    </div>
  );
}

/** The accessible name of a control, with the deal it changes. */
const named = (label: string, { deal }: CartItem): { label: string; said: ReactNode } => ({
  label,
  said: <Titled deal={deal}>{label}</Titled>,
});

/** What changed since it was added. */
function Notices({ line }: { line: CartItem }) {
  const t = useT();
  const { unavailable, priceChanged } = line;
  return (
    <>
      {unavailable && <p className="text-sm font-semibold text-alert">{whyNotForSale(line, t)}</p>}
      {priceChanged && (
        <p className="text-sm font-semibold text-honey">
          <ScreenReaderText>
            {t('cart.line.priceChanged', {
              old: formatLek(priceChanged.old, t.language),
              new: formatLek(priceChanged.new, t.language),
            })}
          </ScreenReaderText>
        </p>
      )}
    </>
  );
}

function Quantity({ line }: { line: CartItem }) {
  const t = useT();
  const { step } = useCartChanges();
  const id = useId();
  const title = titleOfLine(line, t);
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons and a number are not a fieldset
    <div role="group" aria-labelledby={id} className="flex items-center rounded-full border border-edge">
      <span id={id} hidden>
        <Titled deal={line.deal}>{`${t('cart.quantity')}: ${title}`}</Titled>
      </span>
      <IconButton
        {...named(line.quantity > 1 ? t('cart.decrease', { title }) : t('cart.takeLast', { title }), line)}
        onClick={(event) => (line.quantity === 1 && isRepeatClick(event)) || step(line.dealId, -1)}
      >
        <Minus size={18} />
      </IconButton>
      <output aria-live="off" className="min-w-7 text-center font-semibold numerals">
        {line.quantity}
      </output>
      <IconButton
        {...named(t('cart.increase', { title }), line)}
        aria-disabled={line.quantity >= Math.min(MAX_QUANTITY, line.unitsLeft ?? MAX_QUANTITY)}
        onClick={() => step(line.dealId, 1)}
      >
        <Plus size={18} />
      </IconButton>
    </div>
  );
}
