/** While the database is away or hangs, while nodes are replaced, and with a pooler in between. */
import type { Guard } from './guard.ts';

const lastKnown = 'server/kit/http/last-known.ts';
const health = (test: string) => ['server/kit/http/health.test.ts', test] as const;
const known = (test: string) => ['server/kit/http/last-known.test.ts', test] as const;
const pooler = (test: string) => ['server/kit/db/pooler.test.ts', test] as const;
const inTime = (test: string) => ['server/kit/http/in-time.test.ts', test] as const;
const underLimits = (test: string) => ['server/kit/http/under-limits.test.ts', test] as const;
const pool = 'server/kit/db/pool.ts';
const silence = (test: string) => ['server/kit/db/pool.test.ts', test] as const;
const frozen = ['test/database-away.test.ts', 'while the database hangs nobody waits long'] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a proxy keeps connections to a node that closes',
    file: 'server/kit/http/gate.ts',
    take: "if (leaving.aborted) reply.header('connection', 'close');",
    falls: health('a shop that closes says so'),
  },
  {
    without: 'a node that closes is sent visitors',
    file: 'server/kit/http/health.ts',
    take: "closing.aborted ? 'closing' : await ask()",
    leave: 'await ask()',
    falls: health('a shop that closes says so'),
  },
  {
    without: 'a full pool takes a node out',
    file: 'server/app.ts',
    take: 'healthRoutes(app, { probe,',
    leave: 'healthRoutes(app, { probe: deps.pool,',
    falls: health('a shop whose connections are all in use is ready'),
  },
  {
    without: 'who asks whether it is ready keeps the database busy',
    file: 'server/kit/http/health.ts',
    take: 'if (last && clock.elapsed() < until) return last;',
    falls: health('those who ask often are told without the database'),
  },
  {
    without: 'a connection on which nothing is heard stays in the pool',
    file: pool,
    take: 'if (!client.readyForQuery) stream.destroy(',
    leave: 'if (!client.readyForQuery) void (',
    falls: frozen,
  },
  {
    without: 'what was last known is said without end',
    file: lastKnown,
    take: '    ttl: MAX_AGE_MS,\n',
    falls: known('a public answer is said again for ten minutes'),
  },
  {
    without: 'the shop has nothing to say while its database is away',
    file: lastKnown,
    take: 'if (!isBusy(error)) late.reject(error);',
    leave: 'if (error) late.reject(error);',
    falls: known('a public answer is said again for ten minutes'),
  },
  {
    without: 'one who is refused in a line makes the lists of everybody old',
    file: lastKnown,
    take: 'else if (error instanceof AppError) late.resolve(last);',
    falls: known('who is refused in a line hears what was last known'),
  },
  {
    without: 'what is as of a while ago is not marked as old',
    file: 'server/kit/http/public-answers.ts',
    take: 'if (value && at !== null) exchange.reply.headers(',
    leave: 'if (value && at !== null) void (',
    falls: known('a public answer is said again for ten minutes'),
  },
  {
    without: 'a page of what was known is kept as if it were new',
    file: 'server/pages/pages.ts',
    take: ' && data.trueAt === null',
    falls: known('a page made of it says so in words'),
  },
  {
    without: 'a deal that was withdrawn is shown from memory',
    file: 'server/kit/http/public-answers.ts',
    take: 'known.note(key, null, 0);',
    falls: known('what is personal, searched or was found withdrawn'),
  },
  {
    without: 'invented addresses push out what is known',
    file: 'server/kit/http/public-answers.ts',
    take: 'until > clock.elapsed() ? value : null',
    leave: 'value',
    falls: known('what anybody can invent pushes nothing out'),
  },
  {
    without: 'behind a pooler nothing is heard of changes',
    file: 'server/create-deps.ts',
    take: 'connectionString: config.databaseDirectUrl ?? url,',
    leave: 'connectionString: url,',
    falls: pooler('what listens goes past the pooler'),
  },
  {
    without: 'behind a pooler statements run without end',
    file: 'server/kit/db/pooler.ts',
    take: 'if (!limits) {',
    leave: 'if (limits === undefined) {',
    falls: pooler('a pooler that sets no time limits is refused'),
  },
  {
    without: 'a node reads one database and hears of another',
    file: 'server/kit/db/pooler.ts',
    take: '(await look(direct)).place !== place',
    leave: '(await look(direct)) === null',
    falls: pooler('a direct way to another database is refused'),
  },
  {
    without: 'behind a pooler statements are asked for by names that it does not know',
    file: pool,
    take: 'if (!namedStatements) forgetNames(client);',
    falls: pooler('without names no connection keeps a statement'),
  },
  {
    without: 'an attempt that cannot be taken back hides what went wrong',
    file: 'server/kit/http/under-limits.ts',
    take: "\n        .catch((error) => log.warn({ requestId, limit: name, err: error }, 'an attempt stays counted'))",
    leave: '',
    falls: underLimits('what went wrong is answered and told'),
  },
  {
    without: 'a database that says nothing is waited for twice',
    file: 'server/kit/http/under-limits.ts',
    take: 'if (!isSilence(error)) await takingBack;',
    leave: 'await takingBack;',
    falls: underLimits('nobody waits once more'),
  },
  {
    without: 'what the database says of a value counts as its silence',
    file: pool,
    take: 'severity === undefined && ',
    falls: silence('what the database says of a value'),
  },
  {
    without: 'one slow statement after the other is waited for',
    file: 'server/kit/http/serve.ts',
    take: 'if (writes) return inTime(changeInLine(lineOf(request), work), { request, lost });',
    leave: 'if (writes) return changeInLine(lineOf(request), work);',
    falls: inTime('who waits for one slow statement after the other'),
  },
  {
    without: 'what goes wrong after the answer is told nobody',
    file: 'server/kit/http/in-time.ts',
    take: 'if (lost) work.catch((error) => lost(error, request));',
    falls: inTime('what goes wrong when nobody waits any more'),
  },
  {
    without: 'who waited for one thing waits as long for the next',
    file: 'server/kit/http/in-time.ts',
    take: 'Math.max(0, PATIENCE_MS - before)',
    leave: 'PATIENCE_MS',
    falls: inTime('who waited for one thing'),
  },
  {
    without: 'who has no connection is led to a page that cannot be fetched',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: '() => hasConnection() && navigate(',
    leave: '() => navigate(',
    falls: ['web/features/accounts/use-sign-in-prompt.test.tsx', 'is lost before they go'],
  },
  {
    without: 'who has no connection is asked to sign in',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: 'if (!hasConnection())',
    leave: 'if (!hasConnection() && false)',
    falls: ['web/features/accounts/use-sign-in-prompt.test.tsx', 'who has no connection reads that'],
  },
];
