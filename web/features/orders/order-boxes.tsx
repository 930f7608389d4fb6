import { useT } from '#web/kit/i18n/i18n.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** The skeleton of an order's page. */
export function OrderBoxes() {
  const t = useT();
  return (
    <div aria-busy="true" className="mx-auto flex max-w-4xl flex-col gap-5">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-11 w-1/2" />
      <Skeleton className="h-24 w-4/5" />
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  );
}
