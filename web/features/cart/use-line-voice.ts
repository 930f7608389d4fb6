import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { useT } from '#web/kit/i18n.tsx';
import { say } from '#web/kit/voice.tsx';
import { titleOf } from '../deals/deal-words.ts';

/** What became of a line, for who does not see it; of several changes the last. */
export function useLineVoice() {
  const t = useT();
  return {
    sayQuantity({ deal }: CartItem, wanted: number): void {
      const [key, count] =
        wanted > MAX_QUANTITY
          ? (['toast.cartQty.most', MAX_QUANTITY] as const)
          : (['toast.cartQty.now', wanted] as const);
      if (wanted > 0) say(t(key, { title: titleOf(deal, t), count }), `line ${deal.id}`);
    },
    sayBack: ({ deal }: CartItem): void => say(t('toast.cartRemove.undone', { title: titleOf(deal, t) })),
  };
}
