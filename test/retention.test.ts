/** What is kept how long is said once, by the jobs that take it away; the document tells it of every table. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '#server/features.ts';
import { retentionDoc, sweeps } from '../scripts/retention-doc.ts';
import { testDatabase } from './database.ts';
import { tableNames } from './tables.ts';

const { pool } = await testDatabase();
const document = readFileSync(retentionDoc().file, 'utf8');

test('the document says of each sweep what the sweep does', () => {
  expect(sweeps.length).toBeGreaterThanOrEqual(7);
  expect(document, 'run scripts/retention-doc.ts').toBe(retentionDoc().text);
});

test('the document says of every table how long its rows are kept', () => {
  const line = (table: string) => new RegExp(`^\\| \`${table}\` +\\| \\S.*\\| \\S.*\\|.*\\|$`, 'm');
  expect(tableNames.filter((table) => !line(table).test(document))).toEqual([]);
});

test('a table of a sweep is one of the database', async () => {
  for (const { table } of sweeps) await expect(pool.query('select $1::regclass', [table])).resolves.toBeDefined();
});

test('no limit counts for longer than the document says', () => {
  expect(Math.max(...Object.values(limits).map(({ seconds }) => seconds))).toBeLessThanOrEqual(24 * 3600);
});
