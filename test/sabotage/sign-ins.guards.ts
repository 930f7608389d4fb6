/** Who comes to sign in, from where and how often: what is counted for whom. */
import type { Guard } from './guard.ts';

const ofADay = (test: string) => ['server/kit/limits/guesses.test.ts', test] as const;
const guessing = (test: string) => ['server/features/accounts/guessing.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'the network in which an account was made is strange to it',
    file: 'server/features/accounts/accounts.service.ts',
    take: 'await rememberHome(tx, browser);',
    falls: guessing('while more networks guess than there are guesses'),
  },
  {
    without: 'every address of a network is a network of its own',
    file: 'server/kit/http/actor.ts',
    take: "bare(address).split('.').slice(0, 3)",
    leave: "bare(address).split('.')",
    falls: ofADay('an IPv4 /24 is one network'),
  },
  {
    without: 'a neighbour who guesses keeps a browser out that was in before',
    file: 'server/features/accounts/accounts.routes.ts',
    take: "per: 'address', spares: 'successes', knownBy: 'username'",
    leave: "per: 'address', spares: 'successes'",
    falls: guessing('a browser that signed in before'),
  },
  {
    without: 'whoever guesses in a network keeps browsers of it out that were in before',
    file: 'server/features/accounts/accounts.routes.ts',
    take: "per: 'network', spares: 'successes', knownBy: 'username'",
    leave: "per: 'network', spares: 'successes'",
    falls: guessing('from the addresses of one network'),
  },
  {
    without: 'whoever guesses invented accounts in a network keeps those out who were there before',
    file: 'server/kit/http/under-limits.ts',
    take: 'return limiter.isHome({ account, network: actors.networkOf(request) });',
    leave: 'return false;',
    falls: guessing('whatever is guessed of invented accounts'),
  },
  {
    without: 'the table of limits tells whom somebody wanted to be',
    file: 'server/kit/http/actor.ts',
    take: 'sign(`account ${name.trim().toLowerCase()}`)',
    leave: 'name',
    falls: guessing('no table of counts says whom'),
  },
  {
    without: 'who signs in rightly uses up the guesses of a network',
    file: 'server/features/accounts/accounts.routes.ts',
    take: "per: 'network', spares: 'successes',",
    leave: "per: 'network',",
    falls: guessing('wrong passwords of a network'),
  },
  {
    without: 'a network begins to guess anew each minute',
    file: 'server/features/accounts/accounts.routes.ts',
    take: 'max: 1000, seconds: 3600',
    leave: 'max: 1000, seconds: 60',
    falls: guessing('wrong passwords of a network'),
  },
  {
    without: 'the table of limits tells in which networks people are',
    file: 'server/kit/http/actor.ts',
    take: '`network:${sign(`network ${networkIn(addressOf(request))}`)}`',
    leave: '`network:${networkIn(addressOf(request))}`',
    falls: guessing('wrong passwords of a network'),
  },
  {
    without: 'the table of limits tells at which addresses people are',
    file: 'server/kit/http/actor.ts',
    take: '`address:${sign(`address ${household(ip)}`)}`',
    leave: '`address:${household(ip)}`',
    falls: guessing('wrong passwords of a network'),
  },
  {
    without: 'what is over the sign-ins of an account is hashed all the same',
    file: 'server/features/accounts/accounts.service.ts',
    take: "await limiter.refuseBeyond('signIns', found?.user.id ?? browser.account);",
    falls: guessing('who knows the password does not sign in without end'),
  },
  {
    without: 'browsers that accounts know sign in without end from one address',
    file: 'core/contract/accounts.ts',
    take: "limit: ['arrivals', ",
    leave: 'limit: [',
    falls: ['test/limits.test.ts', 'arrivals are counted'],
  },
  {
    without: 'one address takes every turn to have a password looked at',
    file: 'server/kit/http/changes-in-line.ts',
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
  {
    without: 'whoever finds a session open guesses the password in it',
    file: 'server/features/people/owner.ts',
    take: 'await limiter.tryAccount(guesser, isIt)',
    leave: 'await isIt()',
    falls: ['server/features/people/owner.test.ts', 'nobody guesses it in an open session'],
  },
  {
    without: 'a session that stood open for a day owns an account without a password',
    file: 'server/features/people/owner.ts',
    take: 'and(eq(sessions.sid, sessionKey), isYoung)',
    leave: 'eq(sessions.sid, sessionKey)',
    falls: ['server/features/people/owner.test.ts', 'came in within five minutes'],
  },
];
