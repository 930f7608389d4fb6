import { expect, onTestFinished, test, vi } from 'vitest';
import { createStoredState } from './stored-state.ts';

let count = 0;
const store = () => {
  const key = `kept-${++count}`;
  const read = (stored: unknown) => stored as { n: number };
  return { key, value: createStoredState<{ n: number } | null>(key, { none: null, read }) };
};

test('stored state, same text in storage, keeps its identity; a change by another tab is read by readFresh', () => {
  const { key, value } = store();
  localStorage.setItem(key, '{"n":1}');
  const first = value.get();
  localStorage.setItem(key, '{"n":1}');
  expect(value.readFresh()).toBe(first);
  localStorage.setItem(key, '{"n":2}');
  expect([value.get(), value.readFresh()]).toEqual([{ n: 1 }, { n: 2 }]);
});

test('stored state, storage full, is kept in memory', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  const { value } = store();
  value.set({ n: 1 });
  expect([value.get(), value.readFresh()]).toEqual([{ n: 1 }, { n: 1 }]);
});
