import { useEffect, useRef, useState } from 'react';
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Minus, Plus, Trash2 } from '#web/ui/icons.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { titleOf } from '../deals/deal-words.ts';
import { DiscountBadge, Price } from '../deals/price.tsx';
import { tintOf } from '../deals/tints.ts';
import { useRemoveLine, useSetQuantity } from './use-cart.ts';

/** Taps within this time are sent as one change, in ms. */
const TAPS_MS = 300;

export function CartLine({ line }: { line: CartItem }) {
  const t = useT();
  const remove = useRemoveLine();
  const { quantity, change } = useQuantity(line);
  const title = titleOf(line.deal, t);
  const less = () => (quantity <= 1 ? remove.mutate(line) : change(quantity - 1));
  return (
    <article className="grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2 rounded-card bg-surface p-3 shadow-card sm:grid-cols-[10rem_1fr]">
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
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 pt-1 text-base sm:text-lg">
            <Link to={`/deal/${line.dealId}`} className="hover:underline">
              {title}
            </Link>
          </h2>
          <IconButton
            label={t('cart.remove', { title })}
            onClick={() => remove.mutate(line)}
            className="-mr-1 -mt-1 text-quiet hover:text-alert"
          >
            <Trash2 size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
        <p className="text-sm text-quiet">{line.deal.businessName}</p>
        {line.unavailable && (
          <p className="text-sm font-semibold text-alert">
            {line.unavailable === 'expired' ? t('cart.line.expired') : t('cart.line.unavailable')}
          </p>
        )}
        {line.priceChanged && (
          <p className="text-sm font-semibold text-honey">
            {t('cart.line.priceChanged', {
              old: formatLek(line.priceChanged.old, t.language),
              new: formatLek(line.priceChanged.new, t.language),
            })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Price price={line.deal.price} originalPrice={line.deal.originalPrice} />
          <DiscountBadge discount={line.deal.discount} className="text-xs" />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons and a number are not a fieldset */}
        <div role="group" aria-label={t('cart.quantity')} className="flex items-center rounded-full border border-line">
          <IconButton label={t('cart.decrease', { title })} onClick={less}>
            <Minus size={18} />
          </IconButton>
          <output className="min-w-7 text-center font-semibold numerals">{quantity}</output>
          <IconButton
            label={t('cart.increase', { title })}
            aria-disabled={quantity >= MAX_QUANTITY}
            onClick={() => quantity < MAX_QUANTITY && change(quantity + 1)}
          >
            <Plus size={18} />
          </IconButton>
        </div>
      </div>
    </article>
  );
}

/** The quantity as tapped; sent once the taps pause. */
function useQuantity(line: CartItem) {
  const set = useSetQuantity();
  const [tapped, setTapped] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (quantity: number) => {
    setTapped(quantity);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      set.mutate({ line, quantity }, { onSettled: () => setTapped(null) });
    }, TAPS_MS);
  };
  return { quantity: tapped ?? line.quantity, change };
}
