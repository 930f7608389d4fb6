import type { Standing } from '#core/contract/privacy.ts';
import type { Deps } from '#server/deps.ts';
import { lockCart } from '#server/features/cart/cart.store.ts';
import { cancelOpenOrder } from '#server/features/orders/orders.store.ts';
import { maySendTo } from '#server/features/people/mailbox.ts';
import { askForOwner } from '#server/features/people/owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { keyedQueue } from '#server/kit/concurrency.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Stranger } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { lockSession, type SignedIn } from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { privacyFarewell } from './privacy.jobs.ts';
import {
  addFarewell,
  findOpenOrders,
  findStanding,
  forgetPerson,
  lockAdmins,
  lockToClose,
  RETRY_SECONDS,
  readHeld,
} from './privacy.store.ts';

/** So many files are made at once in this process: each holds a connection, and a file in memory. */
const FILES_AT_WORK = 2;

/** Makes files of what is held for a few at a time, and refuses others, who would wait longer than anybody is made to. */
export function exporting(parts: Pick<Deps, 'pool' | 'clock'>): (userId: string) => Promise<File> {
  const full = () => new AppError(429, 'privacy.exportsFull', { retryAfter: RETRY_SECONDS });
  const inLine = keyedQueue({ concurrency: FILES_AT_WORK, maxWaiting: 0, full });
  return (userId) => inLine('all', () => exportHeld(parts, userId));
}

/** Everything that is held about somebody, as a file: a row a line. */
export async function exportHeld({ pool, clock }: Pick<Deps, 'pool' | 'clock'>, userId: string): Promise<File> {
  const now = new Date(clock.now()).toISOString();
  // One text for each batch: a file of as many texts as rows is put together in a second in which nobody is heard.
  const texts = [`{\n"exportedAt": ${JSON.stringify(now)}`];
  let latest = '';
  for await (const { part, rows } of readHeld(pool, userId)) {
    const written = rows.map((row) => JSON.stringify(camelled(row))).join(',\n');
    if (part !== latest) texts.push(`${latest && '\n]'},\n${JSON.stringify(part)}: [${written && '\n'}${written}`);
    else if (written) texts.push(`,\n${written}`);
    latest = part;
  }
  texts.push('\n]\n}\n');
  return new File(texts, `bukuri-${now.slice(0, 10)}.json`, { type: 'application/json' });
}

/** Names as the calls have them. */
function camelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelled);
  if (typeof value !== 'object' || value === null) return value;
  const named = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [named(name), camelled(inner)]));
}

interface Leaving {
  user: SignedIn;
  password: string | undefined;
  /** Whether they know what they lose. */
  givesUp: boolean;
}

/** Nobody is signed in to it from then on, on any node, and nothing names the person but the books of others. */
export async function closeAccount(
  parts: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, password, givesUp }: Leaving,
  guesser: Stranger,
): Promise<void> {
  const owner = await askForOwner(parts, { user, password }, guesser);
  const { id } = user;
  await inTransaction(parts.db, async (tx) => {
    // As whoever orders locks them: the cart, then accounts.
    await lockCart(tx, id);
    if (user.role === 'admin') await lockAdmins(tx);
    const leaving = await lockToClose(tx, owner);
    if (leaving === null || !(await lockSession(tx, user))) throw new AppError(401, 'access.notAuthenticated');
    checkMayLeave(await findStanding(tx, id), givesUp);
    await cancelOrders(tx, id);
    await forgetPerson(tx, id);
    await writeAudit(tx, { actorId: id, action: 'privacy.close', subject: 'user', subjectId: id });
    const { email, language, isConfirmed } = leaving;
    // Under the address of somebody else one could leave again and again.
    if (isConfirmed || (await maySendTo(tx, parts, { email, limit: 'farewellMails' })))
      await enqueue(tx, privacyFarewell, { farewellId: await addFarewell(tx, { email, language }) });
  });
}

function checkMayLeave({ isLastAdmin, paidOrders, owedOrders, membershipUntil }: Standing, givesUp: boolean): void {
  if (isLastAdmin) throw new AppError(409, 'privacy.lastAdmin');
  const losesSome = paidOrders > 0 || owedOrders > 0 || membershipUntil !== null;
  if (losesSome && !givesUp)
    throw new AppError(409, 'privacy.givesUp', { details: { fields: { givesUp: 'givesUp' } } });
}

async function cancelOrders(tx: Tx, userId: string): Promise<void> {
  for (const orderId of await findOpenOrders(tx, userId)) {
    if (await cancelOpenOrder(tx, { userId, orderId }))
      await writeAudit(tx, { actorId: userId, action: 'orders.cancel', subject: 'order', subjectId: orderId });
  }
}
