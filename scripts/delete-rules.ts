/** Writes the table of db/README.md: what becomes of a row when what it refers to is deleted. Reasons that stand there stay. */
import { readFileSync, writeFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#db/schema.ts';
import { markdownTable } from './markdown-table.ts';

const FILE = new URL('../db/README.md', import.meta.url);
const HEAD = ['reference', 'to', 'the row', 'because'];
const WORDS: Record<string, string> = { cascade: 'goes too', 'set null': 'forgets', restrict: 'refuses' };

export function writeDeleteRules(): void {
  const text = readFileSync(FILE, 'utf8');
  const [written = ''] = /^\| reference[\s\S]*?\|\n(?!\|)/m.exec(text) ?? [];
  const reasons = new Map(
    written.split('\n').map((line) => {
      const [, reference = '', , , because = ''] = line.split('|').map((cell) => cell.trim());
      return [reference, because];
    }),
  );
  const rows = rulesOf(Object.values(schema)).map((rule) => [...rule, reasons.get(rule[0] ?? '') ?? '']);
  writeFileSync(
    FILE,
    text.replace(written, () => `${markdownTable(HEAD, rows)}\n`),
  );
}

function rulesOf(things: unknown[]): string[][] {
  const rules = things
    .filter((thing) => is(thing, PgTable))
    .map(getTableConfig)
    .flatMap(({ name, foreignKeys }) =>
      foreignKeys.map(({ reference, onDelete }) => {
        const { columns, foreignTable } = reference();
        const to = getTableConfig(foreignTable).name;
        return [`\`${name}.${columns[0]?.name}\``, `\`${to}\``, WORDS[onDelete ?? ''] ?? '?'];
      }),
    );
  return rules.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
