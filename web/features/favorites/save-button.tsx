import type { DealCard } from '#core/contract/shapes.ts';
import { useAnnounce } from '#web/kit/announce.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { Heart } from '#web/ui/icons.tsx';
import { titleOf } from '../deals/deal-words.ts';
import { Titled } from '../deals/titled.tsx';
import type { Hearts } from './use-favorites.ts';

function HeartIcon({ filled }: { filled: boolean }) {
  return (
    <Heart key={String(filled)} size={22} className={filled ? 'animate-beat fill-current text-brand' : 'text-ink'} />
  );
}

/** Spec 1 §8 shows no message when it fails; the heart goes back and a screen reader hears why. */
function Refused({ when }: { when: boolean }) {
  const t = useT();
  useAnnounce(when && t('favorites.failed'));
  return null;
}

/** The heart on a card. */
export function SaveHeart({ deal, hearts }: { deal: DealCard; hearts: Hearts }) {
  const t = useT();
  const isSaved = hearts.has(deal.id);
  return (
    <>
      <button
        type="button"
        onClick={() => hearts.toggle(deal)}
        className="grid size-11 place-items-center rounded-full bg-surface shadow-card eased active:scale-90"
      >
        <HeartIcon filled={isSaved} />
        <span className="sr-only">
          <Titled deal={deal}>{`${isSaved ? t('favorites.remove') : t('favorites.add')}: ${titleOf(deal, t)}`}</Titled>
        </span>
      </button>
      <Refused when={hearts.refused(deal.id)} />
    </>
  );
}

/** The Save/Saved toggle of the deal page: a heart whose name says which it is, so no state says it again. */
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
        onClick={() => hearts.toggle(deal)}
        className="flex h-[48px] min-w-[48px] shrink-0 items-center justify-center gap-2 rounded-full border border-line bg-surface text-sm font-semibold hover:border-edge sm:w-full sm:px-4 [dialog_&]:w-auto"
      >
        <HeartIcon filled={isSaved} />
        {/* On a phone the price needs the room. */}
        <span className="max-sm:hidden">{name}</span>
      </button>
      <Refused when={hearts.refused(deal.id)} />
    </>
  );
}
