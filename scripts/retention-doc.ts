/** Writes the table of docs/operations.md that says what is kept how long. Lines of what no sweep takes away stay as they are written. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Deps } from '#server/deps.ts';
import { jobs } from '#server/jobs.ts';
import type { Sweep } from '#server/kit/jobs/job.ts';
import { markdownTable } from './markdown-table.ts';

const FILE = new URL('../docs/operations.md', import.meta.url);
const HEAD = ['table', 'rows', 'how long', 'taken away by'];

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
  const rows = [...kept, ...swept].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  return { file: FILE, text: text.replace(written, () => `${markdownTable(HEAD, rows)}\n`) };
}

if (import.meta.main) {
  const { file, text } = retentionDoc();
  writeFileSync(file, text);
}
