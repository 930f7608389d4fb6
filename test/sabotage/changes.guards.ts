/** Nobody changes how one comes in to an account without its owner hearing of it. */
import type { Guard } from './guard.ts';

const told = (test: string) => ['server/features/people/changes.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'an app is set up in an account and its owner hears nothing',
    file: 'server/features/second-factors/second-factors.service.ts',
    take: "await tellOwner(tx, parts, { userId, change: 'codesOn' });",
    falls: told('codes that are turned on'),
  },
  {
    without: 'codes are turned off and their owner hears nothing',
    file: 'server/features/second-factors/second-factors.service.ts',
    take: "await tellOwner(tx, parts, { userId, change: 'codesOff' });",
    falls: told('codes that are turned on'),
  },
  {
    without: 'recovery codes are made anew and their owner hears nothing',
    file: 'server/features/second-factors/second-factors.service.ts',
    take: "await tellOwner(tx, parts, { userId, change: 'codesRenewed' });",
    falls: told('codes that are turned on'),
  },
  {
    without: 'somebody comes in with a recovery code and its owner hears nothing',
    file: 'server/features/second-factors/second-factors.service.ts',
    take: "if (isTaken && !isAppCode(plainCode(code))) await tellOwner(tx, parts, { userId, change: 'recoveryCodeUsed' });",
    falls: told('codes that are turned on'),
  },
  {
    without: 'who guesses recovery codes mails their owner with each guess',
    file: 'server/features/second-factors/second-factors.service.ts',
    take: 'if (isTaken && !isAppCode(plainCode(code)))',
    leave: 'if (!isAppCode(plainCode(code)))',
    falls: told('what came to nothing'),
  },
  {
    without: 'an account elsewhere is linked and the owner hears nothing',
    file: 'server/features/identities/linked.service.ts',
    take: "await tellOwner(tx, deps, { userId: user.id, change: 'linked', provider });",
    falls: told('an account elsewhere that is linked'),
  },
  {
    without: 'an account elsewhere is unlinked and the owner hears nothing',
    file: 'server/features/identities/linked.service.ts',
    take: "await tellOwner(tx, deps, { userId: user.id, change: 'unlinked', provider });",
    falls: told('an account elsewhere that is linked'),
  },
  {
    without: 'Google opens an account that is here and its owner hears nothing',
    file: 'server/features/identities/linking.ts',
    take: "await tellOwner(tx, parts, { userId: user.id, change: 'linked', provider });",
    falls: told('an account that Google opens by itself'),
  },
  {
    without: 'who made an account with the address of somebody else fills their mailbox',
    file: 'server/features/people/tell-owner.ts',
    take: "if (await mayWriteTo(tx, parts, { userId, limit: 'securityMails' }))",
    falls: told('whoever has an account with the address of somebody else'),
  },
];
