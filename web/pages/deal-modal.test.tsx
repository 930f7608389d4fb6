import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { after, dealNumber, type FakeServer, fakeServer, noAnswer, refuse, refuseMutely } from '#test/fake-server.ts';
import { DealModal } from './deal-modal.tsx';

const card = dealNumber(1);
const facts = { businessInfo: null, businessInfoEn: null, socialLink: null, views: 0, shares: 0, likes: 0, sold: 0 };
const whole = { ...card, ...facts, phone: '+355 69 000 0001', salon: null };
const DEAL = `GET /api/deals/${card.id}`;
const RELATED = `${DEAL}/related`;
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer({ [DEAL]: () => whole, [RELATED]: () => [] });
});

const open = () => show(<DealModal />, { at: `/deal/${card.id}`, state: { preview: card } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
const salon = () => screen.getByRole('region', { name: card.businessName });
const says = (text: string) => screen.queryByText(text, { exact: false, ignore: '[data-live-region] *' }) !== null;
const tryAgain = () => act(() => void fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') })));
const inSalon = (text: string) => salon().textContent.includes(text);
const boxes = () => salon().querySelectorAll('.skeleton').length;

test('of a salon nothing is said that the list does not know, until the deal itself has come', async () => {
  server.on(
    DEAL,
    after(3000, () => whole),
  );
  server.on(RELATED, () => []);
  open();
  await pass(0);
  expect(headings()).toContain(card.title);
  expect([inSalon(card.address), boxes(), inSalon(t('deal.hours'))]).toEqual([true, 1, false]);
  await pass(3000);
  expect([boxes(), inSalon(t('deal.hours')), inSalon(whole.phone)]).toEqual([0, true, true]);
});

test('where the page brought no description along, its place is kept until the deal has come, or none will', async () => {
  server.on(
    DEAL,
    after(3000, () => whole),
  );
  show(<DealModal />, { at: `/deal/${card.id}`, state: { preview: { ...card, description: '' } } });
  await pass(0);
  const text = () => screen.queryByRole('region', { name: t('deal.description') });
  expect([text()?.querySelectorAll('.skeleton').length, says(card.description)]).toEqual([1, false]);
  await pass(3000);
  expect([text()?.querySelectorAll('.skeleton').length, says(card.description)]).toEqual([0, true]);
});

test('no heading stands over a description that the deal has none of', async () => {
  server.on(DEAL, () => ({ ...whole, description: '' }));
  show(<DealModal />, { at: `/deal/${card.id}`, state: { preview: { ...card, description: '' } } });
  await pass(4000);
  expect(screen.queryByRole('region', { name: t('deal.description') })).toBeNull();
});

test('no heading stands over a description that cannot be fetched', async () => {
  server.on(DEAL, refuse(503, 'server.busy', 'Shërbimi është i mbingarkuar.'));
  show(<DealModal />, { at: `/deal/${card.id}`, state: { preview: { ...card, description: '' } } });
  await pass(4000);
  expect(screen.queryByRole('region', { name: t('deal.description') })).toBeNull();
});

test.each([
  ['refused', refuse(503, 'server.busy', 'Shërbimi është i mbingarkuar.'), 'Shërbimi është i mbingarkuar.'],
  ['refused by what stands before our server', refuseMutely(502), t('error.serverBusy')],
  ['given no answer', noAnswer, t('error.network')],
])('%s, the deal stays as the list knew it, and says that its salon is missing', async (_name, answer, reason) => {
  server.on(DEAL, answer);
  server.on(RELATED, () => []);
  open();
  await pass(4000);
  expect(headings()).toContain(card.title);
  expect([boxes(), inSalon(t('salon.failed')), inSalon(reason)]).toEqual([0, true, true]);
  server.on(
    DEAL,
    after(1000, () => whole),
  );
  server.on(RELATED, () => []);
  tryAgain();
  await pass(100);
  expect([boxes(), says(t('salon.failed'))]).toEqual([1, false]);
  await pass(1000);
  expect([boxes(), says(whole.phone)]).toEqual([0, true]);
});

test('without a connection it says so in its place, and comes by itself with it', async () => {
  for (const call of ['GET /healthz', DEAL, RELATED]) server.on(call, noAnswer);
  open();
  await pass(6000);
  expect(screen.getAllByText(t('offline.missing'), { exact: false })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: t('common.tryAgain') })).toBeNull();
  server.on('GET /healthz', () => ({ status: 'alive' }));
  server.on(DEAL, () => whole);
  server.on(RELATED, () => []);
  await pass(5000);
  expect([says(t('offline.missing')), says(whole.phone)]).toEqual([false, true]);
});

test('a deal that is gone by now says so', async () => {
  server.on(DEAL, refuse(404, 'deals.notFound'));
  open();
  await pass(0);
  expect(headings()).toContain(t('deal.notFound.title'));
});

test('a deal that is over cannot be bought: in place of the button stands the way to others of its kind', async () => {
  server.on(DEAL, () => ({ ...whole, city: 'berat', expiresAt: new Date(Date.now() - 60_000).toISOString() }));
  server.on(RELATED, () => []);
  open();
  await pass(0);
  const link = screen.getByRole('link', { name: t('deal.seeAlike') });
  expect(link.getAttribute('href')).toBe(`/?category=${card.category}&city=berat`);
  expect(says(t('deal.addToCartPrice', { price: '' }).trim())).toBe(false);
});

test('what else one may want stands beside the other parts of the deal', async () => {
  server.on(RELATED, () => [{ ...dealNumber(2), relation: 'salon' }]);
  open();
  await pass(3000);
  const shelf = screen.getByRole('heading', { name: t('salon.more', { salon: card.businessName }) });
  const parts = screen.getByRole('heading', { name: card.businessName });
  expect([screen.getByText(card.title).tagName, parts.tagName, shelf.tagName]).toEqual(['H2', 'H3', 'H3']);
  expect(screen.getByRole('link', { name: dealNumber(2).title }).parentElement?.tagName).toBe('H4');
});
