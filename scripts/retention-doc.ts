/**
 * Writes the table of docs/operations.md that says what is kept how long. Lines of what no sweep takes away stay as they are
 * written; a table without one gets one here if its rows go with others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { jobs } from '#server/jobs.ts';
import type { Sweep } from '#server/kit/jobs/job.ts';
import { markdownTable } from './markdown-table.ts';

const FILE = new URL('../docs/operations.md', import.meta.url);
const HEAD = ['table', 'rows', 'how long', 'taken away by'];
const WORDS: Record<string, string> = { users: 'account', deals: 'deal', salons: 'salon', orders: 'order' };

export const sweeps = jobs.filter((job): job is Sweep<Deps> => 'kept' in job);

/** The document as it should be. */
export function retentionDoc(): { file: URL; text: string } {
  const text = readFileSync(FILE, 'utf8');
  const [written = ''] = /^\| table[\s\S]*?\|\n(?!\|)/m.exec(text) ?? [];
  const kept = written
    .split('\n')
    .slice(2, -1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ...cells]) => cells.slice(0, HEAD.length))
    .filter(([, , , by]) => by === '');
  const swept = sweeps.map(({ table, rows, kept, name }) => [`\`${table}\``, rows, kept, `\`${name}\``]);
  const said = new Set([...kept, ...swept].map(([table]) => table));
  const carried = goingWithOthers().filter(([table]) => !said.has(table));
  const rows = [...kept, ...swept, ...carried].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  return { file: FILE, text: text.replace(written, () => `${markdownTable(HEAD, rows)}\n`) };
}

/** A line for each table whose rows always belong to one of another and go with it. */
function goingWithOthers(): string[][] {
  return Object.values(schema)
    .filter((thing) => is(thing, PgTable))
    .map(getTableConfig)
    .flatMap(({ name, foreignKeys }) => {
      const owners = foreignKeys.filter(
        ({ onDelete, reference }) => onDelete === 'cascade' && reference().columns.every(({ notNull }) => notNull),
      );
      const words = owners.map(({ reference }) => WORDS[getTableConfig(reference().foreignTable).name]);
      return words.length > 0 ? [[`\`${name}\``, 'all', `as long as the ${words.join(' and the ')}`, '']] : [];
    });
}

export function writeRetention(): void {
  const { file, text } = retentionDoc();
  writeFileSync(file, text);
}

if (import.meta.main) writeRetention();
