import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { kmBetween, readPlace } from '#core/domain/places.ts';
import { formatDistance } from '#core/i18n/format.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid } from '#web/features/deals/deal-grid.tsx';
import { useNearness } from '#web/features/deals/near.ts';
import { SaveHeart } from '#web/features/favorites/save-button.tsx';
import { useHearts } from '#web/features/favorites/use-favorites.ts';
import { useT } from '#web/kit/i18n.tsx';

interface ListProps {
  deals: Deal[];
  label: string;
  fading: boolean;
}

export function HomeList({ deals, label, fading }: ListProps) {
  const t = useT();
  const hearts = useHearts();
  const here = readPlace(useNearness().near ?? '');
  const away = ({ distance }: Deal) => {
    const place = here && readPlace(distance ?? '');
    return place ? formatDistance(kmBetween(here, place), t.language) : undefined;
  };
  return (
    <div className={fading ? 'opacity-70 eased' : ''}>
      <DealGrid label={label}>
        {deals.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} first={index === 0} away={away(deal)}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </div>
  );
}
