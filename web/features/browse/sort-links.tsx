import { sorts } from '#web/features/deals/use-deals.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { sortName } from './filter.ts';
import { leaveNear, useNearness } from './near.tsx';

/** The sorts of the list as a row. */
export function SortLinks({ sort }: { sort: string }) {
  const t = useT();
  const address = useAddress();
  const isNear = useNearness().state === 'on';
  return (
    <nav aria-label={t('find.sort')} className="no-scrollbar hidden min-w-0 overflow-x-auto wide:flex">
      {(['default', ...sorts] as const).map((each) => {
        const isOn = !isNear && each === (sort || 'default');
        return (
          <ButtonLink
            key={each}
            variant={isOn ? 'secondary' : 'plain'}
            className="shrink-0 whitespace-nowrap"
            to={addressWith(address, { sort: each === 'default' ? null : each })}
            aria-current={isOn ? 'true' : undefined}
            onClick={leaveNear}
          >
            {sortName(each, t)}
          </ButtonLink>
        );
      })}
    </nav>
  );
}
