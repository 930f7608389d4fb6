import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { show, t } from '#test/dom.tsx';
import { dealNumber, type FakeServer, fakeServer, noAnswer } from '#test/fake-server.ts';
import { TranslateProvider } from '../kit/i18n.tsx';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { OpenedDeal } from './opened-deal.tsx';

const card = dealNumber(1);
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer({ 'GET /api/deals': () => card });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { name: card.title });

type Script = () => Promise<() => React.JSX.Element>;

/** A deal over its list whose script is on its way; the first attempt to fetch it, and those after it. */
async function open(...scripts: Script[]): Promise<void> {
  const Content = lazyWithRetry(() => (scripts.shift() ?? (() => Promise.reject(new Error('no more'))))());
  const content = (
    <OpenedDeal>
      <Content />
    </OpenedDeal>
  );
  await act(async () => void show(content, { at: `/deal/${card.id}`, state: { preview: card } }));
  await pass(0);
}

const Deal = () => <h2>there</h2>;

test('without its script the dialog of a deal is there, named after it, with its way out', async () => {
  await open(() => new Promise(() => {}));
  expect([dialog().open, dialog().textContent]).toEqual([true, card.title + t('common.loading')]);
  expect(screen.getByRole('button', { name: t('a11y.closeDialog') })).toBeTruthy();
});

test.each([
  ['in Albanian', null, 'sq'],
  ['in the language of the page, which it has a title in,', 'Cut and colour', null],
])('on an English page the name of the dialog of a deal is %s', async (_language, titleEn, lang) => {
  const deal = { ...card, titleEn };
  server.on('GET /api/deals', () => deal);
  const opened = (
    <TranslateProvider value={translator('en', allWords.en.words)}>
      <OpenedDeal>
        <Deal />
      </OpenedDeal>
    </TranslateProvider>
  );
  await act(async () => void show(opened, { at: `/deal/${card.id}`, state: { preview: deal } }));
  const name = screen.getByRole('dialog', { name: titleEn ?? card.title }).getAttribute('aria-labelledby');
  expect(document.getElementById(name ?? '')?.getAttribute('lang')).toBe(lang);
});

test('without a connection it says so, and goes on by itself with it', async () => {
  for (const call of ['GET /api/deals', 'GET /healthz']) server.on(call, noAnswer);
  await open(
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Deal,
  );
  await pass(2000);
  expect(dialog().textContent).toContain(t('offline.missing'));
  server.on('GET /api/deals', () => card);
  server.on('GET /healthz', () => ({ status: 'alive' }));
  await pass(5000);
  expect(dialog().textContent).not.toContain(t('offline.missing'));
  expect(screen.getByRole('heading', { name: 'there' })).toBeTruthy();
});
