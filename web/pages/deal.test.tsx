import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { urlOf } from '#core/contract/call.ts';
import { deals } from '#core/contract/deals.ts';
import { formatLek } from '#core/i18n/format.ts';
import { heard } from '#core/i18n/heard.ts';
import { heardIn, show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, signIn } from '#test/fake-server.ts';
import { Link } from '../kit/link.tsx';
import { Page } from './deal.page.tsx';

const facts = { businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null };
const dealOf = (number: number) => ({ ...dealNumber(number), ...facts, views: 0, shares: 0, likes: 0, sold: 0 });
const [one, two] = [dealOf(1), dealOf(2)];

beforeEach(() => {
  vi.useFakeTimers();
  signIn();
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/favorites': () => [],
    'GET /api/cart': () => [],
    'POST /api/cart': () => lineOf(one),
    [`GET /api/deals/${one.id}`]: () => one,
    [`GET /api/deals/${two.id}`]: () => two,
    [`GET /api/deals/${one.id}/related`]: () => [],
    [`GET /api/deals/${two.id}/related`]: () => [],
  });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const ways = () => [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map(heardIn);
const add = ({ price }: typeof one) => t('deal.addToCartPrice', { price: heard(formatLek(price, 'sq'), 'sq') });

test('what was added is in the cart, and the next deal is not', async () => {
  const { queries } = show(
    <>
      <Link to={`/deal/${two.id}`}>next</Link>
      <Routes>
        <Route path="/deal/:id" element={<Page />} />
      </Routes>
    </>,
    { at: `/deal/${one.id}` },
  );
  // Looked at before, so that it is there at once.
  queries.setQueryData([urlOf(deals.get, { params: { id: two.id } })], two);
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: add(one) }));
  await pass(300);
  expect(ways()).toContain(t('deal.inCart'));
  fireEvent.click(screen.getByText('next'));
  await pass(1000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(two.title);
  expect(ways()).toContain(add(two));
  expect(ways()).not.toContain(t('deal.inCart'));
});
