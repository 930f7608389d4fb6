/** What spares a browser guesses and its owner a mail goes with the password that it was earned with. */
import type { Guard } from './guard.ts';

const known = (test: string) => ['server/features/accounts/known-browsers.test.ts', test] as const;
const service = 'server/features/accounts/mailed-links.service.ts';

export const guards: readonly Guard[] = [
  {
    without: 'whoever guesses keeps a browser that was in before from coming in with Google and a code',
    file: 'server/features/identities/identities.service.ts',
    take: 'visitor.towards(user.email).met(found?.passwordHash ?? null)',
    leave: '{ ...visitor.towards(user.email), found }',
    falls: ['server/features/identities/known-browsers.test.ts', 'whoever guesses behind the same address'],
  },
  {
    without: 'a browser is known by a password of before',
    file: 'server/kit/http/browsers.ts',
    take: "passwordHash ?? ''}`",
    leave: "passwordHash && ''}`",
    falls: known('a password that is set by mail leaves no browser known'),
  },
  {
    without: 'guesses of whoever had the password before are spared',
    file: 'server/kit/http/guesser.ts',
    take: 'browsers.trusts(request, { account, passwordHash })',
    leave: 'browsers.knows(request, account)',
    falls: known('a password that is set by mail leaves no browser known'),
  },
  {
    without: 'whoever had the password before keeps the owner from a link',
    file: 'server/features/accounts/mailed-links.routes.ts',
    take: 'browsers.trusts(request, { account: email, passwordHash });',
    leave: 'browsers.knows(request, email);',
    falls: known('what others ask for in a browser that was known'),
  },
  {
    without: 'who changed their password is a stranger',
    file: 'server/features/accounts/accounts.routes.ts',
    take: "browsers.remember(request, reply, { account: user.email, passwordHash });\n    tell('accounts.changePassword'",
    leave: "tell('accounts.changePassword'",
    falls: known('a changed password leaves no browser known but'),
  },
  {
    without: 'nobody is told of an intruder who comes back after a reset',
    file: service,
    take: 'await dropDevices(tx, { userId, except: null });',
    falls: known('another password forgets the devices'),
  },
  {
    without: 'nobody is told of an intruder who comes back after another password',
    file: 'server/features/accounts/change-password.ts',
    take: 'await dropDevices(tx, { userId: user.id, except: session.deviceId });',
    falls: known('another password forgets the devices'),
  },
  {
    without: 'who set a password by mail is told of themselves',
    file: service,
    take: 'await rememberDevice(tx, { userId, browser: browser.key, name });',
    falls: [
      'server/features/accounts/sign-in-mails.test.ts',
      'after another password each browser that was signed out',
    ],
  },
  {
    without: 'what is asked before a password is looked at tells who has an account',
    file: 'server/features/accounts/accounts.service.ts',
    take: "await limiter.refuseBeyond('signIns', found?.user.id ?? browser.account);",
    leave: "if (found) await limiter.refuseBeyond('signIns', found.user.id);",
    falls: ['server/features/accounts/sign-in-time.test.ts', 'where nobody signed in before, as much is asked'],
  },
  {
    without: 'who guesses from the network of an account that exists is counted otherwise than elsewhere',
    file: 'server/kit/http/under-limits.ts',
    take: 'await limiter.attempt(name, key);',
    leave: 'if (await isHome(limit, request)) return false;\n      await limiter.attempt(name, key);',
    falls: [
      'server/features/accounts/sign-in-time.test.ts',
      'where somebody signed in to the account, as much is asked',
    ],
  },
];
