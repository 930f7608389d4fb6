/** A deal that the page, the same for all, does not show: who may see it all the same. */
import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import {
  type Answer,
  after,
  ana,
  dealNumber,
  type FakeServer,
  fakeServer,
  refuse,
  signIn,
} from '#test/fake-server.ts';
import { Page } from './deal.page.tsx';

const facts = { businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null };
const deal = { ...dealNumber(1), ...facts, isHidden: true, views: 0, shares: 0, likes: 0, sold: 0 };
const [ME, DEAL] = ['GET /api/auth/me', `GET /api/deals/${deal.id}`];
const absent = refuse(404, 'deals.notFound');
const trouble = refuse(503, 'server.busy');

let server: FakeServer;
/** What its owner and the admins are answered. */
let theirs: Answer;
beforeEach(() => {
  vi.useFakeTimers();
  signIn();
  theirs = () => deal;
  let isAskedForAll = true;
  server = fakeServer({
    [ME]: () => ({ user: ana }),
    [DEAL]: (asked) => {
      const answer = isAskedForAll ? absent : theirs;
      isAskedForAll = false;
      return answer(asked);
    },
    [`${DEAL}/related`]: () => [],
    'GET /api/favorites': () => [],
    'GET /api/cart': () => [],
  });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent;

async function open(): Promise<void> {
  show(
    <Routes>
      <Route path="/deal/:id" element={<Page />} />
    </Routes>,
    { at: `/deal/${deal.id}` },
  );
  await pass(100);
}

test('while nobody knows who is here it is not called absent', async () => {
  server.on(
    ME,
    after(2000, () => ({ user: ana })),
  );
  await open();
  await pass(1000);
  expect(heading()).toBeUndefined();
  await pass(2000);
  expect(heading()).toBe(deal.title);
});

test('where nobody can tell whether it is theirs it is not called absent, and can be asked for again', async () => {
  theirs = trouble;
  await open();
  await pass(60_000);
  expect(heading()).toBe(t('errorFallback.title'));
  theirs = () => deal;
  fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
  await pass(10_000);
  expect(heading()).toBe(deal.title);
});

test('who may not see it reads that it is absent', async () => {
  theirs = absent;
  await open();
  expect(heading()).toBe(t('deal.notFound.title'));
});
