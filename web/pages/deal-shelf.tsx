import { type ReactNode, useId } from 'react';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { DealCard } from '../features/deals/deal-card.tsx';
import { SaveHeart } from '../features/favorites/save-button.tsx';
import { useHearts } from '../features/favorites/use-favorites.ts';
import { Skeleton, Skeletons } from '../ui/loading.tsx';

interface Props {
  title: ReactNode;
  level: 'h2' | 'h3';
  deals: readonly Deal[];
}

/** A few deals under a heading: a row, moved sideways where it is too long. Nothing where there are none. */
export function DealShelf({ title, level: Title, deals }: Props) {
  const hearts = useHearts();
  const id = useId();
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 max-w-full flex-col gap-3">
      <Title id={id} className="text-xl">
        {title}
      </Title>
      <ul className="no-scrollbar -mx-4 flex gap-4 overflow-x-auto px-4 pb-5">
        {deals.map((deal) => (
          <li key={deal.id} className="w-64 shrink-0">
            <DealCard deal={deal} level={Title === 'h2' ? 'h3' : 'h4'} onPage>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The boxes of a shelf. */
export function ShelfSkeleton() {
  return (
    <div className="flex w-64 flex-col gap-3">
      <Skeleton className="h-6 w-4/5" />
      <Skeletons count={1} className="h-72" />
    </div>
  );
}
