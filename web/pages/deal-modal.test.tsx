import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { after, dealNumber, type FakeServer, fakeServer, noAnswer, refuse, } from '#test/fake-server.ts';
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
const says = (text: string) => screen.queryByText(text, { exact: false, ignore: '[data-voice] *' }) !== null;
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
