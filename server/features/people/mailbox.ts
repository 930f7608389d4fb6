/** Emails to addresses that are not verified are limited: anybody can register with the address of somebody else. */
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { findUnconfirmedEmail } from './people.store.ts';

/** Where a mail to this address arrives: what stands behind a plus is the same mailbox, and at Google so are dots and its other name. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [domain, name = ''] = [email.slice(at + 1).toLowerCase(), email.slice(0, at).toLowerCase().split('+')[0]];
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`;
}

/** As what mails are counted to an address that nobody showed to be theirs: anybody makes accounts with the other names of a mailbox, which take nothing from its plain one. */
export function countedAs({ actors }: Pick<Deps, 'actors'>, email: string): string {
  const mailbox = mailboxOf(email);
  return actors.ofAccount(email === mailbox ? mailbox : `other names of ${mailbox}`);
}

/** Whether somebody is written of what their account does: a mailbox that nobody showed to be theirs gets so many. */
export async function mayWriteTo(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { userId, limit }: { userId: string; limit: LimitOfMails },
): Promise<boolean> {
  const email = await findUnconfirmedEmail(tx, userId);
  return email === null || maySendTo(tx, parts, { email, limit });
}

/** Counts a mail to an address that nobody showed to be theirs; false where it had enough of them. */
export async function maySendTo(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { email, limit }: { email: string; limit: LimitOfMails },
): Promise<boolean> {
  return mayHappen(() => parts.limiter.attemptIn(tx, { name: limit, key: countedAs(parts, email) }));
}

/** Whether it was not too much: what a mail is about is done all the same. */
export async function mayHappen(counting: () => Promise<void>): Promise<boolean> {
  try {
    await counting();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const OF_A_DAY = { seconds: 86_400, isExact: true, countedInTransaction: true } as const;

export const peopleLimits = {
  /** That tell of sign-ins and of how one comes in, whoever made accounts with it. */
  securityMails: { max: 6, ...OF_A_DAY },
  /** About orders in cash. */
  orderMails: { max: 5, ...OF_A_DAY },
  /** That say that a message came. */
  supportMails: { max: 3, ...OF_A_DAY },
  /** That an account is closed. */
  accountClosedEmails: { max: 1, ...OF_A_DAY },
} as const satisfies Limits;

export type LimitOfMails = keyof typeof peopleLimits;
