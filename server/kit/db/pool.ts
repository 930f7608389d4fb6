/** Connections to PostgreSQL that survive its restarts and never wait for ever. */
import { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import pg, { type PoolClient } from 'pg';
import { causesOf, nameOf } from '#server/kit/error-facts.ts';
import { seldom } from '#server/kit/log.ts';
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
/** How much longer than a statement may take the server may be silent. */
const SILENCE_MS = 2_000;
/** What the driver says, and what we say, of a server that says nothing. */
const SILENT = /^(timeout exceeded when trying to connect|Connection terminated: no answer for)/;

/** A pool whose statements end after 3 s, whose lock waits end after 2 s and whose idle transactions end after 5 s. */
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

/** Who takes turns on a connection with others finds none of the statements that were prepared on another. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const unnamed = (given: unknown) =>
    typeof given === 'object' && given !== null && 'text' in given && 'name' in given
      ? { ...given, name: undefined }
      : given;
  client.query = ((given: unknown, ...more: unknown[]) => query(unnamed(given), ...more)) as typeof client.query;
}

/** Whether the time of a statement or a connection ran out before the server said anything. */
export function isSilence(error: unknown): boolean {
  for (const { message = '', code, severity } of causesOf(error)) {
    if (code === '57014') return true;
    // Else it was said by the database, perhaps with words of a visitor in it.
    if (severity === undefined && SILENT.test(message)) return true;
  }
  return false;
}

/** A server that hangs without closing keeps no time limit: its connection is thrown away, with who waits on it. */
function breakWhenSilent(client: pg.PoolClient & { readyForQuery?: boolean }, ms: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(ms);
  stream.on('timeout', () => {
    if (!client.readyForQuery) stream.destroy(new Error(`Connection terminated: no answer for ${ms} ms`));
  });
}

/** Names statements that take long, and never what they were given. */

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

/** Counts them and tells each name at most every ten seconds. */
export function slowStatements(log: FastifyBaseLogger, slowMs: number): Patience {
  const note = seldom<SlowStatement>((slow, more) => log.warn({ ...slow, ...(more && { more }) }, 'slow statement'));
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

/** Times what is asked of a connection, answered by a promise or by calling back. */
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
