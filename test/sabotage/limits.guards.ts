/** How often somebody may ask. */
import type { Guard } from './guard.ts';

const used = (limit: string) => ['test/limits.test.ts', limit] as const;
const sums = 'server/kit/limits/shared-counts.ts';
const exact = 'server/kit/limits/exact-limits.ts';
const rules = (test: string) => ['server/kit/limits/rate-limit.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'somebody asks the API without end',
    file: 'server/kit/http/gate.ts',
    take: "    if (actors.isStranger(request)) return countStranger(request);\n    limiter.count('requests', actors.guess(request).key);",
    leave: '    if (actors.isStranger(request)) return countStranger(request);',
    falls: used('requests are counted'),
  },
  {
    without: 'one encoded letter passes the limits',
    file: 'server/kit/http/calls.ts',
    take: "isCall({ routeOptions }: FastifyRequest): boolean {\n  return /^\\/api(\\/|$)/.test(routeOptions.url ?? '');",
    leave: "isCall({ raw }: FastifyRequest): boolean {\n  return /^\\/api(\\/|$)/.test(raw.url ?? '');",
    falls: used('requests count however the address is written'),
  },
  {
    without: 'an address with ever new cookies asks without end',
    file: 'server/kit/http/gate.ts',
    take: "limiter.count('strangers', actors.ofAddress(request).key);",
    falls: used('strangers are counted'),
  },
  {
    without: 'an address asks for pages without end',
    file: 'server/pages/pages.ts',
    take: "deps.limiter.count('requests', actor);",
    falls: used('pages count as requests'),
  },
  {
    without: 'an address searches without end',
    file: 'core/contract/deals.ts',
    take: "limit: 'searches',",
    falls: used('searches are counted'),
  },
  {
    without: 'an address searches by pages without end',
    file: 'server/pages/pages.ts',
    take: "if (new URLSearchParams(address.search).has('search')) deps.limiter.count('searches', actor);",
    falls: used('pages of a search count as searches'),
  },
  {
    without: 'all who search by pages share one limit',
    file: 'server/kit/http/under-limits.ts',
    take: 'if (isInside(call.request)) return run();',
    falls: used('pages of a search count as searches'),
  },
  {
    without: 'one cart, or one browser, holds every connection to the database',
    file: 'server/kit/http/lines.ts',
    take: 'const AT_WORK = 2;',
    leave: 'const AT_WORK = 200;',
    falls: ['server/kit/http/lines.test.ts', 'of 118 changes of one cart'],
  },
  {
    without: 'whoever asks for a thousand changes at once is waited for',
    file: 'server/kit/http/lines.ts',
    take: 'if (line.waiting >= longest) throw tooMany(1);',
    falls: ['server/kit/http/lines.test.ts', 'of 118 changes of one cart'],
  },
  {
    without: 'a clock that is put back an hour keeps a limit reached for an hour',
    file: sums,
    take: 'if (found && found.until > now) return found;',
    leave: 'if (found && found.endsAt > clock.now() / 1000) return found;',
    falls: rules('a clock that is put right by an hour'),
  },
  {
    without: 'somebody changes things without end',
    file: 'server/kit/http/serve.ts',
    take: "if (isCounted) limiter.count('mutations', actors.of(request, user).key);",
    falls: used('mutations are counted'),
  },
  {
    without: 'what guests of an address do keeps everybody there from signing in',
    file: 'server/kit/http/serve.ts',
    take: '(user !== null || row.limit === undefined)',
    leave: 'true',
    falls: used('what guests of an address change keeps nobody'),
  },
  {
    without: 'orders that were refused keep somebody from ordering',
    file: 'server/kit/http/under-limits.ts',
    take: "await takeBack(attempts, 'refusals');",
    leave: '{}',
    falls: used('a confirmation that was refused is no order'),
  },
  {
    without: 'fifty people behind one address share one limit of changes',
    file: 'server/kit/http/serve.ts',
    take: "limiter.count('mutations', actors.of(request, user).key)",
    leave: "limiter.count('mutations', actors.ofAddress(request).key)",
    falls: used('changes are counted by person'),
  },
  {
    without: 'an address guesses the passwords of many accounts without end',
    file: 'core/contract/accounts.ts',
    take: "limit: 'logins',",
    falls: used('logins are counted'),
  },
  {
    without: 'who signs in rightly uses up the guesses of an address',
    file: 'server/kit/http/under-limits.ts',
    take: "await takeBack(attempts, 'successes');",
    falls: used('right passwords are no guesses'),
  },
  {
    without: 'an address makes accounts without end',
    file: 'core/contract/accounts.ts',
    take: "limit: 'registrations',",
    falls: used('registrations are counted'),
  },
  {
    without: 'somebody confirms orders without end',
    file: 'core/contract/orders.ts',
    take: "limit: 'cashOrders',",
    falls: ['server/features/orders/orders-limit.test.ts', 'the eleventh confirmation within an hour'],
  },
  {
    without: 'a guest saves deals without end',
    file: 'core/contract/favorites.ts',
    take: "limit: 'guestFavorites',",
    falls: used('guestFavorites are counted'),
  },
  {
    without: 'a limit of guests stops who is signed in',
    file: 'server/kit/http/under-limits.ts',
    take: "if (per === 'guest' && actor.userId !== null) return null;",
    falls: used('a limit of guests does not count who is signed in'),
  },
  {
    without: 'a strict limit lets everything pass',
    file: exact,
    take: 'if (rows[0].count > max) throw tooMany(rows[0].wait);',
    falls: rules('a strict limit is exact over two nodes'),
  },
  {
    without: 'the count of a strict limit does not rise',
    file: exact,
    take: 'do update set count = rate_limits.count + 1\n    returning',
    leave: 'do update set count = rate_limits.count\n    returning',
    falls: rules('a strict limit is exact over two nodes'),
  },
  {
    without: 'a strict limit never begins anew',
    file: exact,
    take: 'to_timestamp(floor(extract(epoch from now()) / $2) * $2) as w',
    leave: 'to_timestamp($2::float8 * 0) as w',
    falls: rules('a strict limit begins anew'),
  },
  {
    without: 'a generous limit lets everything pass',
    file: sums,
    take: 'if (counter.known + counter.unshared >= max) return counter.endsAt - now;',
    falls: rules('a generous limit holds over two nodes'),
  },
  {
    without: 'one count that cannot be stored keeps all others from being shared',
    file: sums,
    take: 'counted.length > 1 && isAboutValues(error)',
    leave: 'false',
    falls: rules('one count that the database refuses'),
  },
  {
    without: 'junk from a proxy buys a limit of its own',
    file: 'server/kit/http/visitor-address.ts',
    take: "isIP(ip ?? '') ? ip :",
    leave: 'ip ? ip :',
    falls: ['server/kit/http/failures.test.ts', 'what a proxy passes on that is no address'],
  },
  {
    without: 'nodes do not tell each other what they counted',
    file: sums,
    take: 'counter.known = sums.get(counter.key) ?? counter.known + delta;',
    leave: 'counter.known += delta;',
    falls: rules('a generous limit holds over two nodes'),
  },
  {
    without: 'a household escapes by changing its IPv6 address',
    file: 'server/kit/http/actor.ts',
    take: '[...groups, ...rest].slice(0, 4)',
    leave: '[...groups, ...rest]',
    falls: rules('an IPv6 household counts as one address'),
  },
  {
    without: 'a refusal does not say when to come back',
    file: 'server/kit/http/failures.ts',
    take: "if (problem.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfter))));",
    falls: rules('the sixth wrong password is told to wait'),
  },
  {
    without: 'anybody may say from which address they come',
    file: 'server/app.ts',
    take: 'trustProxy: trustProxyOf(config.trustProxy),',
    leave: 'trustProxy: true,',
    falls: ['server/kit/http/failures.test.ts', 'only a trusted proxy may name the visitor'],
  },
];
