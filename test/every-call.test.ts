/** What a call brings along besides its row, so that nobody has to remember it. */
import { expect, test } from 'vitest';
import { rows } from '#core/contract/index.ts';
import { proofs } from './races/all.ts';
import { allGuards } from './sabotage/all.ts';
import { filesOf, textOf } from './sources.ts';

const nounOf = (name: string) => name.split('.')[0] ?? '';
const folderOf = (noun: string) => `server/features/${noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/`;
/** Nouns whose calls change something. */
const changing = [...new Set(rows.flatMap(([name, { method }]) => (method === 'GET' ? [] : [nounOf(name)])))];
const textIn = (pattern: string) => filesOf(pattern).map(textOf).join('\n');
const absentIn = (text: string) => rows.map(([name]) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));

/** What two of them at once do is tried where the fifty stand in a test of the feature instead. */
const racedAtHome = ['searches', 'identities', 'support', 'privacy'];

test('the test can tell: it sees which calls are not spoken of', () => {
  expect(absentIn('call(cart.add)')).not.toContain('cart.add');
  expect(absentIn('call(cart.addition)')).toContain('cart.add');
  expect(changing).toContain('cart');
  expect(changing).not.toContain('categories');
});

test('a test of a feature makes it', () => {
  expect(absentIn(textIn('server/features/*/*.test.ts'))).toEqual([]);
});

test('what changes something is raced', () => {
  const races = textIn('test/races/*.race.ts');
  const raced = changing.filter((noun) => new RegExp(`\\b${noun}\\.\\w+,`).test(races));
  expect(changing.filter((noun) => !raced.includes(noun)).toSorted()).toEqual(racedAtHome.toSorted());
});

test('each race has a name of its own', () => {
  const names = proofs.map(({ id }) => id);
  expect(names.filter((id, index) => names.indexOf(id) !== index)).toEqual([]);
});

test('what changes something has guards that are taken away in turn', () => {
  const isGuarded = (noun: string) => allGuards.some(({ file }) => file.startsWith(folderOf(noun)));
  const where = 'in a file of guards, or without which a race breaks: one whose `file` is in server/features/<noun>/';
  expect(
    changing.filter((noun) => !isGuarded(noun)),
    where,
  ).toEqual([]);
});

/** What a form sends: its `onDone` says what comes of it; and what is only fetched. */
const changesUnseen = [
  'web/features/identities/use-come-in.ts',
  'web/features/privacy/use-download.ts',
  'web/kit/use-submit.ts',
];
/** Whether a file has more mutations than words for what is known or asked anew after them. */
const forgets = (text: string) =>
  [...text.matchAll(/\buseMutation[<(]/g)].length >
  [...text.matchAll(/\b(invalidateQueries|setQueryData|refetch|become)\(/g)].length;

test('what changes something on a screen says what is asked anew', () => {
  expect(filesOf('web/**/*.{ts,tsx}').filter((path) => forgets(textOf(path)))).toEqual(changesUnseen);
  expect(forgets('useMutation({ mutationFn: send, onSuccess: () => queries.invalidateQueries(all) })')).toBe(false);
  expect(forgets('useMutation({ mutationFn: send })')).toBe(true);
});
