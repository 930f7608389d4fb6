import { isExpired } from '#core/domain/expiry.ts';
import { formatRemaining } from '#core/i18n/format.ts';
import { useNow } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Clock } from '#web/ui/icons.tsx';

const HOUR = 3_600_000;

export function useExpired(expiresAt: string | null): boolean {
  return isExpired(expiresAt, useNow(expiresAt));
}

/** What is left of a deal; in the accent colour in its last hour. `short` keeps the two largest parts. */
export function TimeLeft({ expiresAt, short = false }: { expiresAt: string | null; short?: boolean }) {
  const t = useT();
  const now = useNow(expiresAt);
  const soon = expiresAt !== null && Date.parse(expiresAt) - now < HOUR;
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm ${soon ? 'font-semibold text-honey' : 'text-quiet'}`}>
      <Clock size={15} className="shrink-0" />
      {formatRemaining(expiresAt, now, t, short ? 2 : 3)}
    </span>
  );
}
