import { useT } from '#web/kit/i18n.tsx';

/** A block that has the box of what will come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-lg ${className}`} />;
}

/** Several, for a list of cards as high as `className` says: one below the other, or two side by side. */
export function Skeletons({
  count,
  className,
  isGrid = false,
}: {
  count: number;
  className: string;
  isGrid?: boolean;
}) {
  const t = useT();
  return (
    <div
      aria-busy="true"
      className={
        isGrid ? 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 sm:gap-5' : 'flex flex-col gap-3'
      }
    >
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <Skeleton key={index} className={`rounded-card ${className}`} />
      ))}
    </div>
  );
}
