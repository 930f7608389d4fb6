/** What a pool says to its database. */
import type { ClientBase, Pool, QueryConfig } from 'pg';

/** A statement that succeeded. */
export interface Statement {
  text: string;
  values: unknown[];
  /** How many rows it gave or changed. */
  rows: number | null;
}

type Result = { rowCount: number | null };
type Query = (config: string | QueryConfig, ...rest: unknown[]) => Promise<Result> | undefined;
type Callback = (error: unknown, result: Result) => void;

/** Statements in the order in which they were answered; the list grows as long as the pool is used. */
export function recordStatements(pool: Pool): Statement[] {
  const said: Statement[] = [];
  pool.on('connect', (client) => {
    const query: Query = client.query.bind(client);
    const recorded: Query = (config, ...rest) => {
      const { text, values = [] } = typeof config === 'string' ? { text: config } : config;
      const given = rest.find(Array.isArray) ?? values;
      const note = (done: Result) => {
        said.push({ text, values: given, rows: done.rowCount });
        return done;
      };
      const callback = rest.at(-1);
      if (typeof callback !== 'function') return query(config, ...rest)?.then(note);
      const heard: Callback = (error, result) => {
        if (!error) note(result);
        (callback as Callback)(error, result);
      };
      return query(config, ...rest.slice(0, -1), heard);
    };
    client.query = recorded as ClientBase['query'];
  });
  return said;
}
