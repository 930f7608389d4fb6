import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { announce } from '#web/kit/announce.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { titleOf, titlePart } from '../deals/deal-words.ts';

/** What became of a line, for who does not see it; of several changes the last. */
export function useLineVoice() {
  const t = useT();
  return {
    sayQuantity({ deal }: CartItem, wanted: number): void {
      const [key, count] =
        wanted > MAX_QUANTITY
          ? (['toast.cartQty.most', MAX_QUANTITY] as const)
          : (['toast.cartQty.now', wanted] as const);
      if (wanted === 0) return;
      announce(t(key, { title: titleOf(deal, t), count }), { about: `line ${deal.id}`, part: titlePart(deal, t) });
    },
    /** With its name: focus is at the next one by then. */
    sayRemoved: (line: CartItem, putBack: (line: CartItem) => void): void =>
      toast({
        tone: 'done',
        title: t('toast.cartRemove.title'),
        text: t('toast.cartRemove.text'),
        announceFirst: titlePart(line.deal, t),
        // What cannot be bought cannot be added either.
        action: line.unavailable ? undefined : { label: t('common.undo'), run: () => putBack(line) },
      }),
    sayBack: ({ deal }: CartItem): void =>
      announce(t('toast.cartRemove.undone', { title: titleOf(deal, t) }), { part: titlePart(deal, t) }),
  };
}
