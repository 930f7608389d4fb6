import type { ReactNode } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** Column width in em, so that large text gets fewer columns. */
const grid = 'deal-grid grid gap-4 sm:gap-5';

export function DealGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={grid}>
      {children}
    </ul>
  );
}

/** Spec 1 §9: three on home and on the favorites page. */
export function DealSkeletons({ count = 3 }: { count?: number }) {
  const t = useT();
  return (
    <div aria-busy="true" className={grid}>
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <div key={index} data-skeleton="" className="overflow-hidden rounded-card bg-surface shadow-card">
          <Skeleton className="aspect-2/1 rounded-none low:aspect-3/1" />
          <div className="flex flex-col gap-2.5 p-4 low:p-3">
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

/** The skeleton of a deal's page. */
export function DealSkeleton() {
  const t = useT();
  return (
    <div aria-busy="true" className="-mx-4 -mt-4 sm:mx-0 sm:mt-0">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="m-2 h-11 w-1/2 sm:mx-0" />
      <div className="flex flex-col md:grid md:grid-cols-[minmax(0,1fr)_min(21rem,46%)] md:items-start md:gap-x-8 lg:grid-cols-[minmax(0,1fr)_min(25rem,46%)]">
        <Skeleton className="aspect-2/1 w-full rounded-none md:rounded-card" />
        <div className="flex flex-col gap-4 p-4 sm:px-6 md:px-0">
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-9 w-2/5" />
          <Skeleton className="h-18 rounded-card" />
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-13 rounded-full" />
        </div>
      </div>
    </div>
  );
}
