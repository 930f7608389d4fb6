import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { after, dealNumber, type FakeServer, fakeServer, noAnswer, refuse, refuseMutely } from '#test/fake-server.ts';
import { clearPersonalState } from '../kit/stored-state.ts';
import { RelatedDeals } from './related-deals.tsx';

const facts = { businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null };
const dealOf = (number: number) => ({ ...dealNumber(number), ...facts, views: 0, shares: 0, likes: 0, sold: 0 });
let server: FakeServer;

beforeEach(() => {
  server = fakeServer({ 'GET /api/deals/': () => [] });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const boxes = () => document.querySelectorAll('.skeleton').length;
const missing = () => screen.queryByText(t('deal.othersFailed'))?.closest('p') ?? null;
const titlesIn = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

const look = (...deals: ReturnType<typeof dealOf>[]) => {
  for (const deal of deals) show(<RelatedDeals deal={deal} />).unmount();
};

test('what shares something with a deal stands under what they share', async () => {
  server.on('GET /api/deals/', () => [
    { ...dealNumber(2), relation: 'salon' },
    { ...dealNumber(3), relation: 'category' },
    { ...dealNumber(4), relation: 'city', city: 'durres' },
  ]);
  show(<RelatedDeals deal={dealOf(1)} />);
  await screen.findByText('Oferta 2');
  expect(titlesIn('Më shumë nga Salloni Mira')).toEqual(['Oferta 2']);
  expect(titlesIn('Flokë në Tiranë')).toEqual(['Oferta 3']);
  expect(titlesIn('Flokë në Durrës')).toEqual(['Oferta 4']);
});

test('a category that an admin made is called by its name, never by its slug', async () => {
  const names = { name: 'Qerpikë & më', nameEn: null };
  const category = { ...names, id: '', slug: 'lash-x', icon: null, isActive: true, dealCount: 1 };
  const related = { ...dealNumber(2), category: 'lash-x', relation: 'category' };
  server = fakeServer({
    'GET /api/categories': after(50, () => [{ ...category, lowestPrice: 1, nearestCity: null }]),
    'GET /api/deals/': () => [related],
  });
  show(<RelatedDeals deal={{ ...dealOf(1), category: 'lash-x' }} />);
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  expect(document.body.textContent).not.toContain('lash-x');
  await screen.findByText('Oferta 2');
  expect(titlesIn('Qerpikë & më në Tiranë')).toEqual(['Oferta 2']);
});

test('what cannot be had now, and what is nowhere, has no heading', async () => {
  server.on('GET /api/deals/', refuse(404, 'deals.notFound'));
  show(<RelatedDeals deal={dealOf(1)} />);
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  await vi.waitFor(() => expect(boxes()).toBe(0));
  expect([screen.queryByRole('heading'), missing()]).toEqual([null, null]);
});

test('what is on its way has its boxes, and leaves none where there is nothing', async () => {
  vi.useFakeTimers();
  server.on(
    'GET /api/deals/',
    after(3000, () => []),
  );
  show(<RelatedDeals deal={dealOf(1)} />);
  await pass(2900);
  expect([boxes() > 0, missing()]).toEqual([true, null]);
  await pass(200);
  expect([boxes(), missing()]).toEqual([0, null]);
});

test.each([
  ['refused', refuse(503, 'server.busy', 'Shërbimi është i mbingarkuar.'), 'Shërbimi është i mbingarkuar.'],
  ['refused by what stands before our server', refuseMutely(502), t('error.serverBusy')],
  ['given no answer', noAnswer, t('error.network')],
])('%s, it says in its place what is missing and why, and asking again helps', async (_name, answer, reason) => {
  vi.useFakeTimers();
  look(dealOf(5));
  server.on('GET /api/deals/', answer);
  show(<RelatedDeals deal={dealOf(1)} />);
  await pass(3100);
  expect([boxes(), missing()?.textContent]).toEqual([0, `${t('deal.othersFailed')} ${reason}`]);
  expect(titlesIn('Të shikuara së fundi'), 'what is known here stays').toEqual(['Oferta 5']);
  server.on(
    'GET /api/deals/',
    after(500, () => [{ ...dealNumber(2), relation: 'salon' }]),
  );
  act(() => void fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') })));
  await pass(100);
  expect([boxes() > 0, missing()]).toEqual([true, null]);
  await pass(500);
  expect([boxes(), titlesIn('Më shumë nga Salloni Mira')]).toEqual([0, ['Oferta 2']]);
});

test('what was looked at before stands there, the latest first, and nobody is asked about it', () => {
  look(dealOf(1), dealOf(2), dealOf(3), dealOf(4), dealOf(5), dealOf(2));
  server = fakeServer({ 'GET /api/deals/': () => [] });
  show(<RelatedDeals deal={dealOf(6)} />);
  expect(titlesIn('Të shikuara së fundi')).toEqual(['Oferta 2', 'Oferta 5', 'Oferta 4']);
  expect(server.asked).toEqual([`GET /api/deals/${dealNumber(6).id}/related`]);
});

test('of what was looked at, what is over is left out', () => {
  look({ ...dealOf(1), expiresAt: '2026-01-02T00:00:00Z' });
  show(<RelatedDeals deal={dealOf(2)} />);
  expect(screen.queryByRole('region')).toBeNull();
});

test('a deal is kept as soon as its titles are known in both languages', () => {
  look({ ...dealOf(1), title: '', titleEn: 'Offer 1' });
  const { unmount } = show(<RelatedDeals deal={dealOf(2)} />);
  expect(screen.queryByRole('region')).toBeNull();
  unmount();
  look({ ...dealOf(1), titleEn: 'Offer 1' });
  show(<RelatedDeals deal={dealOf(2)} />);
  expect(titlesIn('Të shikuara së fundi')).toEqual(['Oferta 1']);
});

test('a deal that is not for everybody is neither kept nor asked about', () => {
  look({ ...dealOf(1), isHidden: true });
  expect(server.asked).toEqual([]);
  show(<RelatedDeals deal={dealOf(2)} />);
  expect(screen.queryByRole('region')).toBeNull();
});

test('who signs out takes along what they looked at', () => {
  look(dealOf(1));
  show(<RelatedDeals deal={dealOf(2)} />);
  expect(screen.getByRole('region')).toBeTruthy();
  act(clearPersonalState);
  expect(screen.queryByRole('region')).toBeNull();
});
