import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/kit/data/queries.ts';
import { answersOf, restoreQueries, textOf } from './page-state.ts';

test('page state, restored in the browser, causes no fetch', async () => {
  const onServer = createQueryClient();
  await onServer.prefetchQuery({ queryKey: ['/api/deals'], queryFn: () => [{ id: 'a' }] });
  await onServer.prefetchQuery({ queryKey: ['/api/deals/none'], queryFn: () => null });
  const sent = JSON.parse(JSON.stringify(answersOf(onServer)));

  const inBrowser = createQueryClient();
  restoreQueries(inBrowser, sent);
  const queryFn = vi.fn();
  const observer = new QueryObserver(inBrowser, { queryKey: ['/api/deals'], queryFn });
  const stop = observer.subscribe(() => {});
  expect(observer.getCurrentResult().data).toEqual([{ id: 'a' }]);
  expect(inBrowser.getQueryData(['/api/deals/none'])).toBeNull();
  expect(queryFn).not.toHaveBeenCalled();
  stop();
});

test('page state, failed or pending queries, are left out', async () => {
  const onServer = createQueryClient();
  await onServer.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('no')), retry: false });
  void onServer.prefetchQuery({ queryKey: ['waiting'], queryFn: () => new Promise(() => {}) });
  expect(answersOf(onServer)).toEqual([]);
});

test('page state, text with a script end tag, is escaped', () => {
  const state = { now: 1, answers: [[['deal'], { title: '</script><script>alert(1)' }] as [[string], unknown]] };
  const text = textOf(state);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(state);
});
