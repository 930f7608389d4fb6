import type { Deal, UseTerms } from '#core/contract/shapes.ts';
import { weekOf } from '#core/domain/opening-hours.ts';
import { Week } from '#web/features/salons/opening-times.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';

/** From so many units on their number is shown. */
const FEW = 20;

/** What limits a deal: how many are left, how many one person may buy, for whom and when it is. */
export function DealLimits({ deal }: { deal: Deal }) {
  const t = useT();
  const { unitsLeft, perPerson } = deal;
  const isFew = typeof unitsLeft === 'number' && unitsLeft > 0 && unitsLeft <= FEW;
  return (
    <div className="flex flex-col gap-1 text-sm empty:hidden">
      {isFew && <p className="font-semibold text-honey">{t.count('deal.unitsLeft', unitsLeft)}</p>}
      {perPerson && <p>{t('deal.perPerson', { count: perPerson })}</p>}
      <Terms terms={deal} />
    </div>
  );
}

type Shown = { [Name in keyof UseTerms]?: UseTerms[Name] | undefined };

/** For whom and when a unit is. */
export function Terms({ terms }: { terms: Shown | null | undefined }) {
  const t = useT();
  const { newClientsOnly, bookingNeeded, useTimes = [] } = terms ?? {};
  return (
    <>
      {newClientsOnly && <p>{t('deal.newClientsOnly')}</p>}
      {bookingNeeded && <p>{t('deal.bookingNeeded')}</p>}
      {useTimes.length > 0 && (
        <div>
          <p>{t('deal.useTimes')}</p>
          <Week days={weekOf(useTimes).filter(({ stretches }) => stretches.length > 0)} />
        </div>
      )}
    </>
  );
}
