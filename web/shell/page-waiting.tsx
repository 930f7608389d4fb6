/** What stands for a page until it is there: the boxes of what will come, or what is missing without a connection. */
import type { ReactNode } from 'react';
import { DealSkeletons } from '../features/deals/deal-grid.tsx';
import { DealSkeleton } from '../features/deals/deal-skeleton.tsx';
import { useOffline } from '../kit/online.ts';
import { LoadingText } from '../ui/loading-text.tsx';
import { Offline } from '../ui/problem.tsx';
import { Skeleton, Skeletons } from '../ui/skeleton.tsx';

/** `path` is that of its route. */
export function PageWaiting({ path }: { path: string }) {
  const offline = useOffline();
  return offline ? <Offline level="h1" /> : <Boxes path={path} />;
}

function Boxes({ path }: { path: string }) {
  switch (path) {
    case '/':
      return (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-13 rounded-full" />
          <Skeleton className="h-11 rounded-full" />
          <DealSkeletons count={3} />
        </div>
      );
    case '/deal/:id':
      return <DealSkeleton />;
    case '/favorites':
      return (
        <Titled>
          <DealSkeletons count={3} />
        </Titled>
      );
    case '/categories':
      return (
        <Titled>
          <Skeletons isGrid count={2} className="h-48" />
        </Titled>
      );
    case '/cart':
      return (
        <Titled>
          <Skeletons count={3} className="h-36" />
        </Titled>
      );
    case '/profile':
      return (
        <Titled>
          <Skeletons count={2} className="h-28" />
        </Titled>
      );
    default:
      return <LoadingText />;
  }
}

function Titled({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-9 w-1/2" />
      {children}
    </div>
  );
}
