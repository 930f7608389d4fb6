/**
 * What somebody confirmed last, kept by the browser until they know what became of it: a page that is left before the
 * answer would never say. Its key lets any tab ask for the outcome, at any time, without a second order.
 */
import type { ExpectedItem } from '#core/contract/cart.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { createStoredState, useStoredState } from '#web/kit/stored-state.ts';
import { withTabLock } from '#web/kit/tabs.ts';
import { useUser } from '../accounts/use-user.ts';

export interface Confirmation {
  userId: string;
  key: string;
  sessionId: string;
  /** What was on the screen. */
  expectedItems: ExpectedItem[];
  /** When somebody confirmed, by the clock of the device, ms: sending it again makes nobody wait anew. */
  confirmedAt: number;
  /** When it came into its state, by the clock of the device, ms. */
  at: number;
  /**
   * `doubted`: it was called failed, though it may yet arrive; `unknown`: its answers were lost, and it was called neither;
   * `signedOut`: so it was refused, which nobody heard.
   */
  state: 'underWay' | 'doubted' | 'unknown' | 'signedOut' | 'made';
  /** The order it made. */
  orderId: string | null;
  /** The server may have it. */
  isSent?: boolean;
  /** That order was paid by card. */
  isPaid?: boolean;
}

/** As long as the server takes the next confirmation for a repetition. Later nobody waits for it, or for its news. */
const LATELY_MS = 10 * 60_000;

const kept = createStoredState<Confirmation | null>('confirmation', {
  none: null,
  read: (stored) => (isConfirmation(stored) ? stored : null),
  // Who was signed out against their will is told when they are back.
  atEnd: (confirmation) =>
    confirmation && confirmation.state !== 'made' ? { ...confirmation, state: 'signedOut' } : confirmation,
  isPersonal: (confirmation) => confirmation?.state !== 'signedOut' || isLate(confirmation),
});

const isConfirmation = (stored: unknown): stored is Confirmation =>
  typeof stored === 'object' &&
  stored !== null &&
  ['key', 'state', 'confirmedAt', 'expectedItems'].every((name) => name in stored);

export const newConfirmation = (userId: string, expectedItems: ExpectedItem[]): Confirmation => ({
  userId,
  key: randomUuid(),
  sessionId: sessionId(),
  expectedItems,
  confirmedAt: Date.now(),
  at: Date.now(),
  state: 'underWay',
  orderId: null,
});

/** Another tab may have changed it a moment ago. */
export const keptConfirmation = kept.readFresh;

export function keepConfirmation(confirmation: Confirmation | null): void {
  kept.set(confirmation && { ...confirmation, at: Date.now() });
}

export const isLate = ({ confirmedAt }: Confirmation): boolean => Date.now() - confirmedAt > LATELY_MS;

/** Whether its page may have been left before the answer, and somebody waits for it. */
export const isUnderWay = (confirmation: Confirmation): boolean =>
  confirmation.state === 'underWay' && !isLate(confirmation);

/** Resolves when nothing is under way any more: it was answered, or nobody waits for it. */
export function whenOver(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const confirmation = kept.get();
      if (confirmation && isUnderWay(confirmation)) return;
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = kept.subscribe(look);
    const timer = setTimeout(look, LATELY_MS + 1);
    look();
  });
}

/** Whether the person who is looking confirmed something and was not told what became of it. */
export function useIsUnanswered(): boolean {
  const confirmation = useConfirmation();
  return confirmation !== null && confirmation.state !== 'made';
}

/** What to say, to whoever was signed out against their will, of what they confirmed a moment ago. */
export function wordsAtEnd(): 'toast.cash.signedOut' | 'toast.cash.signedOutUnknown' | null {
  const last = keptConfirmation();
  if (last?.state !== 'signedOut' || isLate(last)) return null;
  return last.isSent ? 'toast.cash.signedOutUnknown' : 'toast.cash.signedOut';
}

/** What the person who is looking confirmed last. */
export function useConfirmation(): Confirmation | null {
  const visitor = useUser();
  const confirmation = useStoredState(kept);
  return visitor.state === 'user' && confirmation?.userId === visitor.user.id ? confirmation : null;
}

/** Does it, and is done with it when nobody waits for it any more. */
async function whileAwaited(work: () => Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise((resolve) => {
    timer = setTimeout(resolve, LATELY_MS);
  });
  await Promise.race([work(), end]).finally(() => clearTimeout(timer));
}

/** Does it once no tab of this browser is busy with a confirmation; a tab that is closed no longer is. */
export const inTurn = (work: () => Promise<unknown>): Promise<void> =>
  // Where tabs know nothing of each other two may ask at once, and read the same answer.
  withTabLock('confirmation', () => whileAwaited(work));
