import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { maySendTo, mayWriteTo } from '#server/features/people/mailbox.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { claimOnce } from '#server/kit/limits/limits.ts';
import { supportReceived } from './support.jobs.ts';
import { addMessage, type NewMessage } from './support.store.ts';

interface Sending extends NewMessage {
  /** Against what, and with whose. */
  counted: readonly { name: string; key: string }[];
  /** In which they write. */
  language: Language;
}

/** Keeps a message and lets its sender know. The same of the same sender, as after a lost answer, is one message. */
export function receive(
  parts: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { counted, language, ...message }: Sending,
): Promise<void> {
  const { db, limiter, actors } = parts;
  const { userId, contactEmail, subject } = message;
  const print = actors.printOf(userId ?? '', contactEmail ?? '', subject ?? '', message.message);
  return inTransaction(db, async (tx) => {
    if (!(await claimOnce(tx, { name: 'supportText', print }))) return;
    for (const attempt of counted) await limiter.attemptIn(tx, attempt);
    const messageId = await addMessage(tx, message);
    if (await mayAnswer(tx, parts, message)) await enqueue(tx, supportReceived, { messageId, language });
  });
}

/** Anybody can give the address of somebody else: one that nobody confirmed gets a few. */
async function mayAnswer(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { userId, contactEmail }: NewMessage,
): Promise<boolean> {
  const limit = 'supportMails';
  if (contactEmail !== null) return maySendTo(tx, parts, { email: contactEmail, limit });
  return userId === null || mayWriteTo(tx, parts, { userId, limit });
}
