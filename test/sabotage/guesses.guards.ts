/** Guessing passwords gets nobody far, and keeps nobody out. */
import type { Guard } from './guard.ts';

const exact = 'server/kit/limits/exact-limits.ts';
const browsers = 'server/kit/http/browsers.ts';
const rules = (test: string) => ['server/kit/limits/rate-limit.test.ts', test] as const;
const guessing = (test: string) => ['server/features/accounts/guessing.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'an account may be guessed without waiting',
    file: exact,
    take: 'if (rows[0]?.wait > 0) throw tooMany(rows[0].wait);',
    falls: rules('wrong passwords make who guesses wait'),
  },
  {
    without: 'many guesses at once slip through together',
    file: exact,
    take: 'const mine = before ? before.then(work, work) : work();',
    leave: 'const mine = work();',
    falls: rules('wrong passwords make who guesses wait'),
  },
  {
    without: 'a wrong password is not remembered',
    file: exact,
    take: 'right ? ACCOUNT_CLEAR : ACCOUNT_FAILED',
    leave: 'ACCOUNT_CLEAR',
    falls: rules('wrong passwords make who guesses wait'),
  },
  {
    without: 'who guessed is shut out for good',
    file: exact,
    take: 'least($3, power(4, least(count - $2, 15)))',
    leave: 'power(4, least(count - $2, 15))',
    falls: rules('wrong passwords make who guesses wait'),
  },
  {
    without: 'guesses of others keep the right password out',
    file: exact,
    take: 'const key = `account:${account} ${from}`;',
    leave: 'const key = `account:${account}`;',
    falls: guessing('while three addresses guess without end'),
  },
  {
    without: 'many addresses guess one password without end',
    file: exact,
    take: 'await count(key, MOST_GUESSES * spare, DAY);',
    falls: rules('at most a hundred guesses a day'),
  },
  {
    without: 'many addresses keep a browser out that was in before',
    file: exact,
    take: 'isKnown ? await isRight() : await amongGuesses(account, isRight)',
    leave: 'await amongGuesses(account, isRight)',
    falls: rules('at most a hundred guesses a day'),
  },
  {
    without: 'right passwords and busy moments use up the guesses',
    file: exact,
    take: 'if (!isWrong) await forget(key);',
    falls: rules('a guess that could not be looked at'),
  },
  {
    without: 'a neighbour who guesses keeps a browser out that was in before',
    file: 'server/features/accounts/accounts.routes.ts',
    take: ", knownBy: 'username'",
    falls: guessing('a browser that signed in before'),
  },
  {
    without: 'a browser is known to accounts it never signed in to',
    file: browsers,
    take: 'known?.marks.includes(markOf(known.id, account)) ?? false',
    leave: 'known !== null && known.marks.length > 0',
    falls: guessing('a browser is known to the accounts'),
  },
  {
    without: 'the mark of one browser serves another',
    file: browsers,
    take: 'sign(`${id} ${account.trim().toLowerCase()}`)',
    leave: 'sign(account.trim().toLowerCase())',
    falls: guessing('a browser is known to the accounts'),
  },
  {
    without: 'scripts read which browser it is',
    file: browsers,
    take: '; HttpOnly`',
    leave: '`',
    falls: ['server/features/accounts/accounts.test.ts', 'signing in sets a cookie that scripts cannot read'],
  },
  {
    without: 'what is over the sign-ins of an account is hashed all the same',
    file: 'server/features/accounts/accounts.service.ts',
    take: "if (found) await limiter.refuseBeyond('signIns', found.user.id);",
    falls: guessing('who knows the password does not sign in without end'),
  },
  {
    without: 'browsers that accounts know sign in without end from one address',
    file: 'core/contract/accounts.ts',
    take: "limit: ['arrivals', 'logins'],",
    leave: "limit: 'logins',",
    falls: ['test/limits.test.ts', 'arrivals are counted'],
  },
  {
    without: 'one address takes every turn to have a password looked at',
    file: 'server/kit/http/lines.ts',
    take: 'isByAddress ? actors.ofAddress(request) : actors.guess(request)',
    leave: 'actors.guess(request)',
    falls: guessing('those of one address'),
  },
  {
    without: 'who knows a password signs in without end',
    file: 'server/features/accounts/accounts.service.ts',
    take: "await limiter.attempt('signIns', user.id);",
    falls: guessing('who knows the password does not sign in without end'),
  },
];
