import { useT } from '#web/kit/i18n.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** The boxes of a deal's page. */
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
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-13 rounded-full" />
        </div>
      </div>
    </div>
  );
}
