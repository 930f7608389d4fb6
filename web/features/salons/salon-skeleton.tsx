import { DealSkeletons } from '#web/features/deals/deal-grid.tsx';
import { Skeleton, Skeletons } from '#web/ui/loading.tsx';

/** The skeleton of a salon's page. */
export const SalonSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-11 w-1/2" />
    <Skeleton className="h-20 rounded-card" />
    <Skeletons count={1} className="h-20" />
    <DealSkeletons count={3} />
  </div>
);
