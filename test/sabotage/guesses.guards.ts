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
    take: '  { each: 10, until: 30 },\n  { each: 2, until: 50 },',
    leave: '  { each: 10, until: 70 },',
    falls: ofADay('it takes guesses from 33 networks'),
  },
  {
    without: 'who guesses where somebody signed in before may do so all day',
    file: shares,
    take: '{ each: 10, until: 30 }',
    leave: '{ each: 30, until: 30 }',
    falls: ofADay('a network guesses ten times a day, 25 more'),
  },
  {
    without: 'whoever guesses where somebody signed in before, in many networks, guesses without end',
    file: shares,
    take: '{ each: 1, until: 25 }',
    leave: '{ each: 1, until: 1000 }',
    falls: ofADay('a network guesses ten times a day, 25 more'),
  },
  {
    without: 'a neighbour uses up what is left where somebody signed in before',
    file: shares,
    take: '  { each: 5, until: 15 },\n  { each: 2, until: 20 },',
    leave: '  { each: 25, until: 25 },',
    falls: ofADay('it takes eleven addresses'),
  },
  {
    without: 'tries that are refused use up what is left for a network',
    file: shares,
    take: 'await giveBack([keys.each]);',
    falls: ofADay('what is refused is not counted'),
  },
  {
    without: 'right passwords that come at once from one network keep each other out',
    file: exact,
    take: 'isKnown ? from : network',
    leave: 'from',
    falls: ofADay('right passwords of a network'),
  },
  {
    without: 'many networks keep a new browser out where its owner signed in before',
    file: shares,
    take: 'atHome?.keys ? atHome :',
    falls: ofADay('a network in which somebody signed in before'),
  },
  {
    without: 'a network in which somebody signed in is at home with every account',
    file: shares,
    take: 'digestOf(`${account} ${network}`)',
    leave: 'digestOf(network)',
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
    without: 'a network is strange again ninety days after the first time',
    file: shares,
    take: 'do update set expires_at = excluded.expires_at',
    leave: 'do nothing',
    falls: ofADay('whoever signs in again'),
  },
  {
    without: 'nobody knows in which network somebody signed in',
    file: exact,
    take: 'if (right) await guesses.welcome(guesser);',
    falls: ofADay('a network in which somebody signed in before'),
  },
  {
    without: 'what the owner mistyped is held against the network after the right password',
    file: shares,
    take: 'giveBack(keys, [ofNetwork, ofAddress])',
    leave: 'giveBack(keys)',
    falls: ofADay('after the right password a network guesses as often'),
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
    take: 'const givingBack = giveBack(keys);',
    leave: 'const givingBack = Promise.resolve(keys);',
    falls: rules('a guess that could not be looked at'),
  },
  {
    without: 'a browser is known to accounts it never signed in to',
    file: browsers,
    take: 'known?.marks.some((mark) => mark.startsWith(beginningOf(known.id, account))) ?? false',
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
];
