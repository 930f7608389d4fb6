import type { DealCard } from '#core/contract/shapes.ts';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { HeartIcon, type Hearts, Refused } from './favorites.tsx';

/** The Save/Saved toggle of the deal page; its label tells the state. */
export function SaveToggle({ deal, hearts }: { deal: DealCard; hearts: Hearts }) {
  const t = useT();
  const isSaved = hearts.has(deal.id);
  const name = isSaved ? t('deal.saved') : t('deal.save');
  return (
    <>
      <button
        type="button"
        aria-label={name}
        data-tooltip={name}
        onClick={(event) => isRepeatClick(event) || hearts.toggle(deal)}
        className="flex h-[44px] min-w-[44px] items-center justify-center gap-2 rounded-full border border-line bg-surface text-sm font-semibold hover:border-edge sm:px-4"
      >
        <HeartIcon filled={isSaved} />
        {/* On a phone the picture needs the room. */}
        <span className="max-sm:hidden">{name}</span>
      </button>
      <Refused when={hearts.refused(deal.id)} />
    </>
  );
}
