/** Names statements that take long, and never what they were given. */
import type { FastifyBaseLogger } from 'fastify';
import type { PoolClient } from 'pg';
import { nameOf } from '#server/kit/error-facts.ts';
import { tally } from '#server/kit/metrics/tally.ts';
import { seldom } from '#server/kit/seldom.ts';

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
