import type { ReactNode } from 'react';
import { upTo } from './count-bubble.tsx';

const classes = {
  neutral: 'bg-raised text-ink',
  /** Waiting. */
  amber: 'border border-orange bg-orange-soft text-orange-ink',
  green: 'bg-olive text-on-olive',
  red: 'bg-alert-soft text-alert',
  brand: 'bg-brand text-on-brand',
} as const;

/** A short word about an entry: its status or kind. */
export function Badge({ look = 'neutral', children }: { look?: keyof typeof classes; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold ${classes[look]}`}
    >
      {children}
    </span>
  );
}

/** A number that waits for somebody, in red; `name` is what screen readers say. */
export function CountBadge({ count, name, max = 99 }: { count: number; name: string; max?: number }) {
  return (
    <span className="grid min-w-6 place-items-center rounded-full bg-brand px-1.5 text-xs font-bold leading-6 text-on-brand numerals">
      <span aria-hidden="true">{upTo(max, count)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}
