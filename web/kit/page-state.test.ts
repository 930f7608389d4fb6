import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { answersOf, restoreQueries, textOf } from './page-state.ts';
import { createQueryClient } from './queries.ts';

test('the browser goes on from what the server knew, without asking again', async () => {
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

test('what failed or is not answered yet does not travel', async () => {
  const onServer = createQueryClient();
  await onServer.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('no')), retry: false });
  void onServer.prefetchQuery({ queryKey: ['waiting'], queryFn: () => new Promise(() => {}) });
  expect(answersOf(onServer)).toEqual([]);
});

test('no text that travels can end the script around it', () => {
  const state = { now: 1, answers: [[['deal'], { title: '</script><script>alert(1)' }] as [[string], unknown]] };
  const text = textOf(state);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(state);
});
