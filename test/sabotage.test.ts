/** The guards that `npm run prove -- sabotage` takes away are still there to be taken away. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allGuards } from './sabotage/all.ts';
import { textWithout } from './sabotage/guard.ts';
import { textOf } from './sources.ts';

test('every guard of the list stands where the list says, and a test file watches it', () => {
  for (const guard of allGuards) {
    expect(textWithout(guard, textOf(guard.file)), guard.without).not.toBe(textOf(guard.file));
    expect(existsSync(guard.falls[0]), guard.falls[0]).toBe(true);
  }
});

test('the list is long, and says each loss once', () => {
  const losses = allGuards.map(({ without }) => without);
  expect(losses.length).toBeGreaterThanOrEqual(80);
  expect(losses.filter((loss, index) => losses.indexOf(loss) !== index)).toEqual([]);
});
