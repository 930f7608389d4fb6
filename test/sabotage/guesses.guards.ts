/** Guessing passwords gets nobody far, and keeps nobody out. */
import type { Guard } from './guard.ts';

const exact = 'server/kit/limits/exact-limits.ts';
const shares = 'server/kit/limits/guesses.ts';
const browsers = 'server/kit/http/browsers.ts';
const rules = (test: string) => ['server/kit/limits/rate-limit.test.ts', test] as const;
const ofADay = (test: string) => ['server/kit/limits/guesses.test.ts', test] as const;
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
    falls: rules('nobody waits for what others guess'),
  },
  {
    without: 'many addresses guess one password without end',
    file: shares,
    take: ' where rate_limits.count < $2::float8',
    falls: rules('at most a hundred guesses a day'),
  },
  {
    without: 'a few networks use up the guesses of everybody',
    file: shares,
    take: 'SHARES.findLast(({ each }) => nth <= each * spare)?.until ?? 0',
    leave: '70',
    falls: ofADay('it takes guesses from 33 networks'),
  },
  {
    without: 'who guesses where somebody signed in before may do so all day',
    file: shares,
    take: 'take(ofNetwork, AT_HOME.each * spare)',
    leave: 'take(ofNetwork, 1000)',
    falls: ofADay('nobody guesses more than ten times'),
  },
  {
    without: 'many networks keep a new browser out where its owner signed in before',
    file: shares,
    take: 'rowCount ? AT_HOME.until : until',
    leave: 'until',
    falls: ofADay('a network in which somebody signed in before'),
  },
  {
    without: 'a network in which somebody signed in is at home with every account',
    file: shares,
    take: 'update(`${account} ${network}`)',
    leave: 'update(network)',
    falls: ofADay('a network is at home with one account only'),
  },
  {
    without: 'a network is at home for ever',
    file: shares,
    take: " and window_start = 'epoch' and expires_at > now()\"",
    leave: '"',
    falls: ofADay('a network is at home with one account only'),
  },
  {
    without: 'nobody knows in which network somebody signed in',
    file: exact,
    take: 'if (right) await guesses.welcome(guesser);',
    falls: ofADay('a network in which somebody signed in before'),
  },
  {
    without: 'the network in which an account was made is strange to it',
    file: 'server/features/accounts/accounts.service.ts',
    take: 'await limiter.welcome({ account: email, network: browser.network });',
    falls: guessing('while more networks guess than there are guesses'),
  },
  {
    without: 'what the owner mistyped is held against the network after the right password',
    file: shares,
    take: "outcome === 'right' ? ofNetwork : null",
    leave: 'null',
    falls: rules('wrong passwords make who guesses wait'),
  },
  {
    without: 'every address of a network is a network of its own',
    file: 'server/kit/http/actor.ts',
    take: "bare(address).split('.').slice(0, 3)",
    leave: "bare(address).split('.')",
    falls: ofADay('an IPv4 /24 is one network'),
  },
  {
    without: 'many addresses keep a browser out that was in before',
    file: exact,
    take: 'isKnown ? await isRight() : await guesses.among(guesser, isRight)',
    leave: 'await guesses.among(guesser, isRight)',
    falls: rules('at most a hundred guesses a day'),
  },
  {
    without: 'right passwords and busy moments use up the guesses',
    file: shares,
    take: "if (outcome !== 'wrong') await pool.query(GIVE_BACK, [ofAll, ofNetwork, forgiven]);",
    falls: rules('a guess that could not be looked at'),
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
    take: "limit: ['arrivals', ",
    leave: 'limit: [',
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
