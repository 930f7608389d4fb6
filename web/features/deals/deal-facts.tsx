import type { ReactNode } from 'react';
import type { Deal } from '#core/contract/shapes.ts';
import { useDistance } from '#web/features/browse/near.tsx';
import { OpenNow } from '#web/features/salons/opening-times.tsx';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Check } from '#web/ui/icons.ts';
import { Banknote, Clock } from '#web/ui/more-icons.ts';

/** How a deal is paid and canceled, whether its salon is open, and how far it is for those who asked for what is near. `isWaiting`: for its salon. */
export function DealFacts({ deal, isWaiting }: { deal: Deal; isWaiting: boolean }) {
  const t = useT();
  const cards = useCards();
  const distance = useDistance()(deal.distance ?? deal.salon?.location);
  return (
    <ul className="grid min-h-18 grid-cols-[repeat(auto-fit,minmax(min(100%,6.25rem),1fr))] gap-2 text-center text-sm leading-tight">
      <Fact icon={<Banknote size={20} />}>{t(cards ? 'deal.fact.payAnyWay' : 'deal.fact.payAtSalon')}</Fact>
      <Fact icon={<Check size={20} />}>{t('deal.fact.cancel')}</Fact>
      {(isWaiting || deal.salon?.hours.length || distance) && (
        <Fact icon={<Clock size={20} />}>
          {deal.salon && <OpenNow salon={deal.salon} />}
          {distance}
        </Fact>
      )}
    </ul>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-col items-center gap-1">
      <span className="text-brand">{icon}</span>
      <div>{children}</div>
    </li>
  );
}
