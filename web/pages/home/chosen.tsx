import { heard } from '#core/i18n/heard.ts';
import { chosenOf, sortName } from '#web/features/deals/filter-words.ts';
import { leaveNear, useNearness } from '#web/features/deals/near.ts';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { X } from '#web/ui/icons.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

/** What the list is sorted and bounded by; each goes with a press. */
export function Chosen({ filter }: { filter: Filter }) {
  const t = useT();
  const address = useAddress();
  const chosen = chosenOf(filter, t);
  const isAsking = useNearness().state === 'asking';
  const near = isAsking ? t('find.near.asking') : filter.near && sortName('near', t);
  if (chosen.length === 0 && !near) return null;
  return (
    <ul
      aria-label={t('find.chosen')}
      className="no-scrollbar relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6"
    >
      {near && (
        <li className="shrink-0">
          <Button variant="secondary" onClick={leaveNear} aria-label={t('find.remove', { what: near })}>
            {near}
            <X size={17} />
          </Button>
        </li>
      )}
      {chosen.map(({ what, says }) => (
        <li key={what} className="shrink-0">
          <ButtonLink
            variant="secondary"
            to={addressWith(address, Object.fromEntries(says.map((name) => [name, null])))}
            aria-label={heard(t('find.remove', { what }), t.language)}
          >
            <ScreenReaderText>{what}</ScreenReaderText>
            <X size={17} />
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
