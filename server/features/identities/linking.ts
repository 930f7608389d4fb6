/** Whether an account that is there is opened by somebody who shows the same address elsewhere. */
import type { User } from '#core/contract/accounts.ts';
import type { Provider } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { dropLinks } from '#server/features/accounts/mailed-links.store.ts';
import { dropWaysIn } from '#server/features/accounts/ways-in.ts';
import { addIdentity, wasUnlinked } from '#server/features/people/linked-identities.store.ts';
import { handOver } from '#server/features/people/people.store.ts';
import { tellOwner } from '#server/features/people/tell-owner.ts';
import type { Vouched } from '#server/gateways/identity/identity-provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endSessionsOf } from '#server/kit/http/sessions.ts';
import { failed } from './not-brought-in.ts';

interface Match {
  user: User;
  isActive: boolean;
  /** Whether somebody showed here that the address is theirs. */
  isEmailVerified: boolean;
  provider: Provider;
  vouched: Vouched & { email: string };
}

export async function link(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { user, isActive, isEmailVerified, provider, vouched }: Match,
): Promise<User> {
  if (!isActive) throw failed(provider);
  const { subject, email, isAuthoritative } = vouched;
  // Whoever comes may have had that mailbox before: its owner signs in, and links the account in the settings.
  if (!isAuthoritative) throw taken();
  // Its owner said that it is not to open the account; only they say otherwise.
  if (isEmailVerified && (await wasUnlinked(tx, { userId: user.id, provider, subject }))) throw taken();
  if (!isEmailVerified) await takeBack(tx, user.id);
  // Another account of the same provider opens it already.
  if (!(await addIdentity(tx, { userId: user.id, provider, subject, email }))) throw taken();
  await writeAudit(tx, {
    actorId: user.id,
    action: 'identities.link',
    subject: 'user',
    subjectId: user.id,
    detail: { provider, isTakenBack: !isEmailVerified },
  });
  await tellOwner(tx, parts, { userId: user.id, change: 'linked', provider });
  return { ...user, isEmailVerified: true };
}

const taken = () => new AppError(409, 'identities.emailTaken');

/** Whatever opened an account that somebody made with an address that was not shown to be theirs opens it no more. */
async function takeBack(tx: Tx, userId: string): Promise<void> {
  await handOver(tx, userId);
  await dropWaysIn(tx, userId);
  await endSessionsOf(tx, userId);
  await dropLinks(tx, userId);
}
