/** What is shown while something is loading. */
import type { ComponentType } from 'react';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Offline } from './problem.tsx';

/** Shorter waits are not announced, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

interface Props {
  Fallback?: ComponentType | undefined;
  /** `h2` in a dialog. */
  level?: 'h1' | 'h2';
}

/** For a part whose script is loading: `Fallback`, or that it is missing without a connection. */
export function LoadingFallback({ Fallback = LoadingText, level = 'h1' }: Props) {
  const offline = useOffline();
  return offline ? <Offline level={level} /> : <Fallback />;
}

/** A text, "Loading" by default. */
export function LoadingText({ text }: { text?: string }) {
  const t = useT();
  const shown = text ?? t('common.loading');
  useAnnounce(shown, { after: ANNOUNCE_AFTER_MS });
  return (
    <div aria-busy="true" className="grid min-h-[50dvh] place-items-center text-muted">
      {shown}
    </div>
  );
}

/** For content whose shape is not known yet. */
export function Spinner({ text }: { text: string }) {
  useAnnounce(text, { after: ANNOUNCE_AFTER_MS });
  return (
    <div aria-busy="true" className="flex min-h-40 flex-col items-center justify-center gap-3 text-muted">
      <span aria-hidden="true" className="size-8 animate-spin rounded-full border-2 border-line border-t-brand" />
      {text}
    </div>
  );
}

/** A block in the size of what will be shown. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-lg ${className}`} />;
}

/** Several, for a list of cards whose height is in `className`: in one column, or two side by side. */
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
