import { Skeletons } from '#web/ui/loading.tsx';

/** In the size of the card without a request. */
export const DealerSkeleton = () => <Skeletons count={1} className="h-46" />;
