/** Connection pools with timeouts that survive restarts of PostgreSQL. */
import { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import pg, { type PoolClient } from 'pg';
import { causesOf, nameOf } from '#server/kit/error-facts.ts';
import { throttleLog } from '#server/kit/log.ts';
import { tally } from '#server/kit/metrics/tally.ts';

export interface PoolOptions {
  url: string;
  /** Most connections; 10 when absent. */
  max?: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** After how long a statement is broken off; 3 s when absent. */
  statementTimeoutMs?: number;
  /** How long somebody waits for a connection; 2 s when absent. */
  connectionTimeoutMs?: number;
  /** Whether a pooler stands in between that pools by transaction: then the time limits of the server side are its business. */
  isPooled?: boolean;
  /** Whether the names of statements are sent; true when absent. */
  namedStatements?: boolean;
  /** Told about a connection that broke while nobody used it; such a connection is replaced. */
  onError?: (error: Error) => void;
  /** From when on a statement is slow, and who is told. */
  patience?: Patience;
}

const LIMITS = {
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
};
/** Added to the statement timeout for servers that do not respond at all. */
const SILENCE_MS = 2_000;
/** Messages of timeouts, of the driver and our own. */
const SILENT = /^(timeout exceeded when trying to connect|Connection terminated: no answer for)/;

/** Statement timeout 3 s, lock timeout 2 s, idle transaction timeout 5 s unless given otherwise. */
export function createPool(options: PoolOptions): pg.Pool {
  const { url, max = 10, name = 'bukuri', statementTimeoutMs = 3_000, onError = () => {} } = options;
  const { connectionTimeoutMs = 2_000, isPooled = false, namedStatements = true, patience } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    ...(!isPooled && {
      statement_timeout: statementTimeoutMs,
      ...LIMITS,
    }),
    keepAlive: true,
  });
  // A pool that was told to end is done before its connections are: how they end is no news.
  const onBroken = (error: Error) => pool.ending || onError(error);
  // Without both handlers a restart of the database ends the process (node-postgres #2386, #1324).
  pool.on('error', onBroken);
  pool.on('connect', (client) => {
    client.on('error', onBroken);
    if (!namedStatements) forgetNames(client);
    breakWhenSilent(client, statementTimeoutMs + SILENCE_MS);
    if (patience) watchStatements(client, patience);
  });
  return pool;
}

/** Behind a transaction pooler prepared statements are on another connection, so names are removed. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const unnamed = (given: unknown) =>
    typeof given === 'object' && given !== null && 'text' in given && 'name' in given
      ? { ...given, name: undefined }
      : given;
  client.query = ((given: unknown, ...more: unknown[]) => query(unnamed(given), ...more)) as typeof client.query;
}

/** Whether the error is a statement or connection timeout. */
export function isSilence(error: unknown): boolean {
  for (const { message = '', code, severity } of causesOf(error)) {
    if (code === '57014') return true;
    // Else it was said by the database, perhaps with words of a visitor in it.
    if (severity === undefined && SILENT.test(message)) return true;
  }
  return false;
}

/** A hanging server enforces no statement timeout: the connection is closed by the client. */
function breakWhenSilent(client: pg.PoolClient & { readyForQuery?: boolean }, ms: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(ms);
  stream.on('timeout', () => {
    if (!client.readyForQuery) stream.destroy(new Error(`Connection terminated: no answer for ${ms} ms`));
  });
}

const countSlow = tally({
  name: 'bukuri_slow_statements_total',
  help: 'Statements that took longer than SLOW_STATEMENT_MS, by name.',
  labels: ['statement'],
});

interface SlowStatement {
  statement: string;
  ms: number;
}

export interface Patience {
  /** What takes longer is told. */
  slowMs: number;
  tell: (slow: SlowStatement) => void;
}

/** Counts slow statements and logs each name at most every ten seconds, without parameters. */
export function slowStatements(log: FastifyBaseLogger, slowMs: number): Patience {
  const note = throttleLog<SlowStatement>((slow, more) =>
    log.warn({ ...slow, ...(more && { more }) }, 'slow statement'),
  );
  return {
    slowMs,
    tell: (slow) => {
      countSlow(slow.statement);
      note(slow.statement, slow);
    },
  };
}

type Said = [statement: string | { name?: string; text?: string }, ...more: unknown[]];
type Query = (...said: Said) => unknown;

/** Times the queries of a connection, with promises and with callbacks. */
export function watchStatements(client: PoolClient, { slowMs, tell }: Patience): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...said) => {
    const begun = performance.now();
    const end = () => {
      const ms = Math.round(performance.now() - begun);
      if (ms >= slowMs) tell({ statement: nameOfStatement(said[0]), ms });
    };
    const back = said.at(-1);
    if (typeof back === 'function') {
      return query(...(said.slice(0, -1) as Said), (...answer: unknown[]) => {
        end();
        back(...answer);
      });
    }
    const answer = query(...said);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  };
  client.query = watched as typeof client.query;
}

function nameOfStatement(said: Said[0]): string {
  if (typeof said === 'string') return nameOf(said);
  return said.name ?? nameOf(said.text ?? '');
}
