/** Emails to addresses that are not verified are limited: anybody can register with the address of somebody else. */
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { findUnconfirmedEmail } from './users.store.ts';

/** Canonical address of the mailbox: without the part after a plus; at Google also without dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [domain, name = ''] = [email.slice(at + 1).toLowerCase(), email.slice(0, at).toLowerCase().split('+')[0]];
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`;
}

/** Key by which emails to an unverified address are counted: all aliases of a mailbox together, apart from its plain address. */
export function mailboxKeyOf({ actors }: Pick<Deps, 'actors'>, email: string): string {
  const mailbox = mailboxOf(email);
  return actors.ofAccount(email === mailbox ? mailbox : `other names of ${mailbox}`);
}

/** Whether an email about an account may be sent; counts it if the address is unverified. */
export async function mayEmailUser(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { userId, limit }: { userId: string; limit: LimitOfMails },
): Promise<boolean> {
  const email = await findUnconfirmedEmail(tx, userId);
  return email === null || mayEmailAddress(tx, parts, { email, limit });
}

/** Counts an email to an unverified address; false beyond the limit. */
export async function mayEmailAddress(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { email, limit }: { email: string; limit: LimitOfMails },
): Promise<boolean> {
  return isWithinLimit(() => parts.limiter.attemptIn(tx, { name: limit, key: mailboxKeyOf(parts, email) }));
}

/** False instead of an error beyond a limit: only the email is dropped. */
export async function isWithinLimit(counting: () => Promise<void>): Promise<boolean> {
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
  /** About sign-ins and security changes. */
  securityMails: { max: 6, ...OF_A_DAY },
  /** About cash orders. */
  orderMails: { max: 5, ...OF_A_DAY },
  /** Confirmations of messages to support. */
  supportMails: { max: 3, ...OF_A_DAY },
  /** About the permission to post deals. */
  dealerMails: { max: 6, ...OF_A_DAY },
  /** About account closure. */
  accountClosedEmails: { max: 1, ...OF_A_DAY },
} as const satisfies Limits;

export type LimitOfMails = keyof typeof peopleLimits;
