/** An address is confirmed by whoever has its mailbox and the account. */
import type { Guard } from './guard.ts';

const service = 'server/features/accounts/mailed-links.service.ts';
const jobs = 'server/features/accounts/mailed-links.jobs.ts';
const verifying = (test: string) => ['server/features/accounts/verifying.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'who confirmed an address is asked to again',
    file: jobs,
    take: 'person && isAsked',
    leave: 'person',
    falls: verifying('to who confirmed it already nothing is sent'),
  },
  {
    without: 'a link that is pressed twice says that it is no link',
    file: service,
    take: 'if (link?.isConfirmed) return null;',
    falls: verifying('the link of the mail confirms the address'),
  },
  {
    without: 'the owner of an address confirms what somebody else made with it',
    file: service,
    take: '&& user?.id !== found.userId;',
    leave: '&& false;',
    falls: verifying('the owner of an address that somebody else registered confirms nothing'),
  },
  {
    without: 'any password confirms an address',
    file: service,
    take: 'await askForPassword({ limiter }, { passwordHash, password }, towards(email));',
    falls: verifying('whoever is not signed in to the account shows that they made it'),
  },
  {
    without: 'an account without a password is confirmed by whoever reads the mailbox',
    file: service,
    take: "if (passwordHash === null) throw new AppError(403, 'accounts.signInFirst');",
    leave: 'if (passwordHash === null) return found;',
    falls: verifying('an account without a password is confirmed where somebody is signed in'),
  },
  {
    without: 'a password of before confirms an address',
    file: service,
    take: 'if (shown && !(await lockCredentials(tx, shown))) throw wrongPassword();',
    falls: verifying('a password that stopped to be theirs'),
  },
  {
    without: 'passwords are guessed by the link of a mail without end',
    file: 'server/features/people/owner.ts',
    take: 'await limiter.tryAccount(guesser, isIt)',
    leave: 'await isIt()',
    falls: verifying('passwords are guessed here as slowly as at signing in'),
  },
  {
    without: 'whoever comes with Google and a mailbox that it does not answer for is never asked to confirm it',
    file: 'server/features/identities/identities.service.ts',
    take: 'if (!isAuthoritative) await enqueue(tx, accountsMailVerification, { userId: user.id });',
    falls: verifying('whoever comes with Google and a mailbox that it does not answer for'),
  },
  {
    without: 'who confirmed an address is told that they asked too often',
    file: 'server/features/accounts/mailed-links.routes.ts',
    take: 'if (user.isEmailVerified) return DONE;',
    falls: verifying('another link may be asked for while it is not confirmed'),
  },
  {
    without: 'what has expired is called unavailable at the checkout',
    file: 'web/pages/ordering/order-summary.tsx',
    take: "line.unavailable === 'expired' ? 'cart.line.expired' : ",
    falls: ['web/pages/ordering/order-summary.test.tsx', 'a line that is expired reads'],
  },
];
