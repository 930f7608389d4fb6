/** Fallbacks of pages while they are loaded: skeletons of their content. */
import type { ReactNode } from 'react';
import { DealSkeletons } from '#web/features/deals/deal-grid.tsx';
import { Skeleton, Skeletons } from '#web/ui/loading.tsx';

export const HomeSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-13 rounded-full" />
    <Skeleton className="h-11 rounded-full" />
    <DealSkeletons count={3} />
  </div>
);

export const FavoritesSkeleton = () => (
  <Titled>
    <DealSkeletons count={3} />
  </Titled>
);

export const CategoriesSkeleton = () => (
  <Titled>
    <Skeletons isGrid count={2} className="h-48" />
  </Titled>
);

export const CartSkeleton = () => (
  <Titled>
    <Skeletons count={3} className="h-36" />
  </Titled>
);

export const ProfileSkeleton = () => (
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
