import { useIsOnScreen } from '#web/kit/toasts.ts';

export interface Refused {
  reason: string;
  /** The message that says it first. */
  saidIn: number;
}

/** Seen once: its place is kept free until the message that says the same is gone. */
export function Refusal({ refused }: { refused: Refused | null }) {
  const isBeingSaid = useIsOnScreen(refused?.saidIn ?? null);
  if (!refused) return null;
  return (
    <p className={`w-full text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}>{refused.reason}</p>
  );
}
