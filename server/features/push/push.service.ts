import type { PushPayload } from '#core/contract/push.ts';
import { partsInTirane } from '#core/domain/calendar-day.ts';
import { minutesUntilQuiet } from '#core/domain/notifications.ts';
import { shortened } from '#core/domain/shortened.ts';
import type { Deps } from '#server/deps.ts';
import { PushFailed } from '#server/gateways/push/push.ts';
import { deleteGone, findTargets } from './push.store.ts';

/** For a browser that comes back in a moment. */
const LEAST_TTL_S = 600;
/** Push services take about 4,000 bytes. */
const MOST_LETTERS = { title: 120, body: 400 };

/**
 * Sends a push message to all browsers of a user and returns how many got it; forgets those that are gone. One that fails is
 * logged, not repeated, and does not keep the others from it.
 */
export async function pushToUser(
  { db, push, log, clock }: Pick<Deps, 'db' | 'push' | 'log' | 'clock'>,
  userId: string,
  payload: PushPayload,
): Promise<number> {
  const message = {
    ...payload,
    title: shortened(payload.title, MOST_LETTERS.title, '…'),
    body: shortened(payload.body, MOST_LETTERS.body, '…'),
  };
  const { hour, minute } = partsInTirane(clock.now());
  // What does not arrive before the quiet hours, arrives in the inbox only.
  const minutes = minutesUntilQuiet({ hour: Number(hour), minute: Number(minute) });
  const ttlSeconds = Math.max(minutes * 60, LEAST_TTL_S);
  const outcomes = await Promise.all(
    (await findTargets(db, userId)).map(async (target) => {
      try {
        const outcome = await push.send(target, message, { ttlSeconds });
        if (outcome === 'gone') await deleteGone(db, target);
        return outcome;
      } catch (error) {
        if (!(error instanceof PushFailed)) throw error;
        log.warn({ reason: error.message }, 'a push message was not sent');
        return 'failed';
      }
    }),
  );
  return outcomes.filter((outcome) => outcome === 'sent').length;
}
