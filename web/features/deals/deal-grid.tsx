import type { ReactNode } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** Columns of letters' width, so that large ones get fewer. */
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4 sm:gap-5';

export function DealGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={grid}>
      {children}
    </ul>
  );
}

/** Spec 1 §9: three on home and among the saved deals. */
export function DealSkeletons({ count = 3 }: { count?: number }) {
  const t = useT();
  return (
    <div aria-busy="true" className={grid}>
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <div key={index} data-skeleton="" className="overflow-hidden rounded-card bg-surface shadow-card">
          <Skeleton className="aspect-2/1 rounded-none" />
          <div className="flex flex-col gap-2.5 p-4">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
