/** What stands for a page until it is there: the boxes of what will come. */
import type { ReactNode } from 'react';
import { DealSkeletons } from '../features/deals/deal-grid.tsx';
import { Skeleton, Skeletons } from '../ui/skeleton.tsx';

export const HomeBoxes = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-13 rounded-full" />
    <Skeleton className="h-11 rounded-full" />
    <DealSkeletons count={3} />
  </div>
);

export const FavoritesBoxes = () => (
  <Titled>
    <DealSkeletons count={3} />
  </Titled>
);

export const CategoriesBoxes = () => (
  <Titled>
    <Skeletons isGrid count={2} className="h-48" />
  </Titled>
);

export const CartBoxes = () => (
  <Titled>
    <Skeletons count={3} className="h-36" />
  </Titled>
);

export const ProfileBoxes = () => (
  <Titled>
    <Skeletons count={2} className="h-28" />
  </Titled>
);

function Titled({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-9 w-1/2" />
      {children}
    </div>
  );
}
