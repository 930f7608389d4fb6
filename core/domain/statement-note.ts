import { MIN_PAYOUT, type STATEMENT_STATES } from './settlements.ts';

/** What has to be said of a statement: why it is not paid out yet. Null where there is nothing. */
export function noteOf({ status, closing }: { status: (typeof STATEMENT_STATES)[number]; closing: number }) {
  if (status === 'open') return 'open';
  if (status !== 'carried') return null;
  if (closing < 0) return 'carried.negative';
  return closing < MIN_PAYOUT ? 'carried.small' : 'carried.later';
}
