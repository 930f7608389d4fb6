/** docs/asvs.tsv: each requirement of the OWASP ASVS 5.0, levels 1 and 2, with what shows that it holds or what is missing. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evidenceIn, isThere } from './evidence.ts';
import { textOf } from './sources.ts';

const [head, ...lines] = textOf('docs/asvs.tsv').trimEnd().split('\n');
const rows = lines.map((line) => {
  const [id = '', level = '', chapter = '', state = '', requirement = '', evidence = '', ...more] = line.split('\t');
  return { id, level, chapter, state, requirement, evidence, more };
});
const due = rows.filter(({ state }) => ['holds', 'in part', 'no', 'outside'].includes(state));

/** Files that are named alone, with the heading of a document. */
const placesIn = (text: string) =>
  text
    .replaceAll(/“[^”]*”/g, '')
    .replace(/Missing: .*/, '')
    .split(/[;,:]?\s+/)
    .map((place) => place.replace(/[:.]+$/, ''))
    .filter(Boolean);

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

function isPlace(place: string): boolean {
  const [file = '', anchor] = place.split('#');
  if (!existsSync(file)) return false;
  return !anchor || [...textOf(file).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => slugOf(heading) === anchor);
}

test('every requirement is there once, in order and whole', () => {
  expect(head).toBe('id\tlevel\tchapter\tstate\trequirement\tevidence');
  expect(rows).toHaveLength(253);
  const parts = ({ id }: { id: string }) => id.split('.').map(Number);
  const byNumber = rows.toSorted((one, other) => {
    const [a, b] = [parts(one), parts(other)];
    return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);
  });
  expect(rows.map(({ id }) => id)).toEqual(byNumber.map(({ id }) => id));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { id, level, chapter, requirement, evidence, more } of rows) {
    expect([/^\d+\.\d+\.\d+$/.test(id), /^[12]$/.test(level), more], id).toEqual([true, true, []]);
    expect([chapter, requirement, evidence].every(Boolean), id).toBe(true);
  }
});

test('every requirement that is due names evidence that is there', () => {
  expect(due.length).toBeGreaterThan(100);
  const gone = due.flatMap(({ id, evidence }) => [
    ...evidenceIn(evidence).flatMap((one) => (isThere(one) ? [] : [`${id} ${one.file}: ${one.words}`])),
    ...placesIn(evidence).flatMap((place) => (isPlace(place) ? [] : [`${id} ${place}`])),
  ]);
  expect(gone).toEqual([]);
  const bare = due.filter(({ state, evidence }) => state !== 'no' && placesIn(evidence).length === 0);
  expect(bare).toEqual([]);
});

test('what holds lacks nothing, what does not says what it lacks, the rest says when or why not', () => {
  for (const { id, state, evidence } of rows) {
    expect(['holds', 'in part', 'no', 'later', 'outside', 'none'], id).toContain(state);
    expect(/Missing: \S/.test(evidence), id).toBe(state === 'in part' || state === 'no');
    expect(/^comes with \S/.test(evidence), id).toBe(state === 'later');
  }
});

test('the sums in the documents are those of the rows', () => {
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  const sums = `Of ${count('holds', 'in part', 'no')} requirements that are due ${count('holds')} hold, ${count('in part')} hold in part and ${count('no')} do not; ${count('outside')} are for who runs the shop, ${count('later')} wait for their feature, ${count('none')} do not apply.`;
  expect(textOf('docs/reliability.md').replaceAll('\n', ' ')).toContain(sums);
});

test('the test can tell a place that is gone', () => {
  expect(placesIn('docs/security.md#ways-in; test/a.test.ts: “x y”, “z”. Missing: much')).toEqual([
    'docs/security.md#ways-in',
    'test/a.test.ts',
  ]);
  expect(isPlace('docs/security.md#ways-in')).toBe(true);
  expect(isPlace('docs/security.md#way-out')).toBe(false);
  expect(isPlace('docs/gone.md')).toBe(false);
});
