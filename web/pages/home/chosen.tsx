import { chosenOf } from '#web/features/deals/filter-words.ts';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { X } from '#web/ui/icons.tsx';

/** What the list is sorted and bounded by; each goes with a press. */
export function Chosen({ filter }: { filter: Filter }) {
  const t = useT();
  const address = useAddress();
  const chosen = chosenOf(filter, t);
  if (chosen.length === 0) return null;
  return (
    <ul
      aria-label={t('find.chosen')}
      className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6"
    >
      {chosen.map(({ what, says }) => (
        <li key={what} className="shrink-0">
          <ButtonLink
            look="quiet"
            to={addressWith(address, Object.fromEntries(says.map((name) => [name, null])))}
            aria-label={t('find.remove', { what })}
          >
            {what}
            <X size={17} />
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
