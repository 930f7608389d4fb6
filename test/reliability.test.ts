/** The document of what we promise names for each promise a proof that is there. */
import { expect, test } from 'vitest';
import { evidenceIn, isThere } from './evidence.ts';
import { textOf } from './sources.ts';

const text = textOf('docs/reliability.md');
const evidence = evidenceIn(text);

/** Number, measure, mark, state, and what shows it or is missing. */
const rows = text
  .split('\n')
  .filter((line) => /^\| [SRL]\d+ /.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

test('what the document names as proof is there', () => {
  expect(evidence.length).toBeGreaterThan(30);
  expect(evidence.filter((named) => !isThere(named))).toEqual([]);
});

test('the scorecard has its 45 rows, each once and in order', () => {
  const numbers = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
  expect(rows.map(([id]) => id)).toEqual([...numbers('S', 20), ...numbers('R', 15), ...numbers('L', 10)]);
});

test('a row that holds says what shows it, every other one what it lacks', () => {
  for (const [id, measure, mark, state, shown = ''] of rows) {
    expect([measure, mark].every(Boolean), id).toBe(true);
    expect(['**holds**', 'in part', 'not yet'], id).toContain(state);
    if (state === '**holds**') expect(evidenceIn(shown), id).not.toEqual([]);
    else expect(shown, id).toMatch(/Missing: \S|Comes with \S/);
  }
});

test('the sums of the document are those of its rows', () => {
  const count = (state: string) => rows.filter((row) => row[3] === state).length;
  expect(text).toContain(
    `${count('**holds**')} of 45 hold, ${count('in part')} hold in part, ${count('not yet')} do not yet: nothing to try is there, or nobody has measured it.`,
  );
});

test('the test can tell: a test and a promise that are there, a name nobody has, a file that is not', () => {
  const own = 'test/reliability.test.ts';
  expect(isThere({ file: own, words: 'the scorecard has its 45 rows' })).toBe(true);
  expect(isThere({ file: 'test/races/one-line.race.ts', words: 'one deal is one line' })).toBe(true);
  expect(isThere({ file: 'test/access.test.ts', words: 'answers %s with %s' })).toBe(true);
  expect(isThere({ file: own, words: ['nobody', 'is called', 'so'].join(' ') })).toBe(false);
  expect(isThere({ file: 'test/gone.test.ts', words: 'the scorecard' })).toBe(false);
});
