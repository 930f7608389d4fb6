/**
 * The file of a backup, compressed with gzip: a line of JSON that says what follows; for each table its rows as PostgreSQL
 * copies them, one per line, up to a line `\.`; at last a line of JSON with the sum of each table. `zcat` shows it.
 */
import type { Sequence, Table } from './tables.ts';

export const FORMAT = 'bukuri-backup-1';
/** No row is like this: PostgreSQL writes a backslash as two. */
export const END_OF_ROWS = Buffer.from('\\.\n');

export interface Head {
  format: typeof FORMAT;
  /** Of the Bukuri that wrote it. */
  version: string;
  takenAt: string;
  migrations: string[];
  tables: Table[];
  sequences: Sequence[];
}

export interface Sum {
  rows: number;
  /** Of the rows as they stand in the file. */
  sha256: string;
}

/** By name of the table. */
export type Sums = Record<string, Sum>;

/** Lines with their ends, as bytes: a character may be cut in two where chunks meet. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = all.indexOf('\n'); end >= 0; end = all.indexOf('\n', from)) {
      yield all.subarray(from, end + 1);
      from = end + 1;
    }
    rest = all.subarray(from);
  }
  if (rest.length > 0) yield rest;
}
