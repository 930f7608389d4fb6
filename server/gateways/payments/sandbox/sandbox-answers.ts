/** One answer for a key, whoever asks how often, as Stripe has it. */
import { eq, sql } from 'drizzle-orm';
import { sandboxAnswers } from '#db/schema/sandbox.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { keyInUse, keyOfAnother, type SandboxAnswer, SandboxProblem, toAnswer } from './sandbox-problem.ts';

export interface KeyedAnswer extends SandboxAnswer {
  isReplayed: boolean;
}

/** Held by who answers a key, until it is answered. */
export const keyLock = (key: string) =>
  sql`select pg_try_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0)) as free`;

/** `request` is all that was asked: a key that came with something else is refused. */
export async function answerOnce(
  tx: Tx,
  { key, request }: { key: string; request: string },
  work: () => Promise<SandboxAnswer>,
): Promise<KeyedAnswer> {
  const locked = await tx.execute<{ free: boolean }>(keyLock(key));
  if (!locked.rows[0]?.free) throw keyInUse(key);
  const [kept] = await tx.select().from(sandboxAnswers).where(eq(sandboxAnswers.key, key));
  if (kept && kept.request !== request) throw keyOfAnother(key);
  if (kept) return { status: kept.status, body: kept.body, isReplayed: true };
  const { answer, isKept } = await answered(work);
  if (isKept) await tx.insert(sandboxAnswers).values({ key, request, status: answer.status, body: { ...answer.body } });
  return { ...answer, isReplayed: false };
}

async function answered(work: () => Promise<SandboxAnswer>): Promise<{ answer: SandboxAnswer; isKept: boolean }> {
  try {
    return { answer: await work(), isKept: true };
  } catch (error) {
    return { answer: toAnswer(error), isKept: error instanceof SandboxProblem && error.isKept };
  }
}
