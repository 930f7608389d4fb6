import { isExpired } from '#core/domain/deals.ts';
import { formatEnd, formatLeft, formatRemaining } from '#core/i18n/format.ts';
import { useNow } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Hourglass } from '#web/ui/icons.tsx';

const HOUR = 3_600_000;

export function useExpired(expiresAt: string | null): boolean {
  return isExpired(expiresAt, useNow(expiresAt));
}

const isSoon = (expiresAt: string | null, now: number) => expiresAt !== null && Date.parse(expiresAt) - now < HOUR;

/** How long a deal still runs, in its largest part; in the accent colour in its last hour. */
export function TimeLeft({ expiresAt }: { expiresAt: string | null }) {
  const t = useT();
  const now = useNow(expiresAt);
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm ${isSoon(expiresAt, now) ? 'font-semibold text-honey' : 'text-quiet'}`}
    >
      <Hourglass size={15} className="shrink-0" />
      {formatLeft(expiresAt, now, t)}
    </span>
  );
}

/** Until when a deal runs, and what is left of that in full. */
export function RunsUntil({ expiresAt }: { expiresAt: string | null }) {
  const t = useT();
  const now = useNow(expiresAt);
  const left = formatRemaining(expiresAt, now, t);
  if (expiresAt === null) return <p className="text-sm text-quiet">{left}</p>;
  return (
    <>
      <p className="text-sm">{t('time.until', { when: formatEnd(expiresAt, t.language) })}</p>
      <p className={`text-sm ${isSoon(expiresAt, now) ? 'font-semibold text-honey' : 'text-quiet'}`}>{left}</p>
    </>
  );
}
