/** What becomes of a confirmation none of whose answers arrived. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import {
  type Answer,
  ana,
  dealNumber,
  type FakeServer,
  fakeServer,
  lineOf,
  noAnswer,
  refuse,
  signIn,
} from '#test/fake-server.ts';
import {
  type Confirmation,
  keepConfirmation,
  keptConfirmation,
  newConfirmation,
} from '#web/features/orders/confirmation.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Page as Cart } from '../cart.page.tsx';
import { UnansweredOrder } from './unanswered-order.tsx';

const PAY = 'POST /api/cash-payment';
const LINES = 'GET /api/cart/';
const MADE = 'GET /api/orders/my?key=';
const line = lineOf(dealNumber(1));
const found: Answer = () => [{ id: 'order-1' }];
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  signIn();
  server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [LINES]: () => [],
    [PAY]: noAnswer,
    [MADE]: () => [],
  });
});
afterEach(() => {
  keepConfirmation(null);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const message = () => screen.queryByTestId('message')?.textContent;

function Message() {
  return <p data-testid="message">{useToast()?.text}</p>;
}

async function comeBack(state: Confirmation['state'] = 'underWay'): Promise<void> {
  keepConfirmation({ ...newConfirmation(ana.id, 1000), state });
  show(
    <>
      <Cart />
      <UnansweredOrder />
      <Message />
    </>,
  );
  await pass(10);
}

test('what was called failed and made an order after all is told, and sent no more', async () => {
  server.on(MADE, found);
  await comeBack('doubted');
  await pass(100);
  expect(server.sent('POST')).toEqual([]);
  expect(message()).toBe(t('toast.cash.success.text'));
});

test('an order whose every answer was lost is found and said to be made', async () => {
  server.on(MADE, found);
  await comeBack();
  await pass(30_000);
  expect([message(), keptConfirmation()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
});

test('what no answer tells is called neither made nor failed, and asked about until one comes', async () => {
  server.on(MADE, noAnswer);
  await comeBack();
  await pass(60_000);
  expect(screen.getAllByText(t('toast.cash.unknown')).length).toBeGreaterThan(0);
  expect([message(), keptConfirmation()?.state]).toEqual(['', 'unknown']);
  const sent = server.sent('POST').length;
  server.on(MADE, found);
  await pass(30_000);
  expect(server.sent('POST')).toHaveLength(sent);
  expect([message(), keptConfirmation()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
});

test('an order that arrives after it was called failed is told', async () => {
  let questions = 0;
  server.on(LINES, () => [line]);
  server.on(MADE, (asked) => (++questions === 1 ? [] : found(asked)));
  await comeBack();
  await pass(30_000);
  expect([message(), keptConfirmation()?.state, questions]).toEqual([t('toast.cash.success.text'), 'made', 2]);
});

test('what is found not to have been made is said to have failed, and then forgotten', async () => {
  await comeBack('unknown');
  await pass(100);
  expect([message(), keptConfirmation(), server.sent('POST')]).toEqual([t('toast.cash.failed'), null, []]);
});

test('a lost answer is asked for once more, not for ever', async () => {
  server.on(MADE, noAnswer);
  await comeBack();
  await pass(60_000);
  const sent = server.sent('POST').length;
  await pass(11 * 60_000);
  const asked = server.asked.length;
  await pass(60_000);
  expect([server.sent('POST').length, server.asked.filter((call) => call.startsWith(MADE)).length]).toEqual([
    sent,
    server.asked.slice(0, asked).filter((call) => call.startsWith(MADE)).length,
  ]);
  expect(keptConfirmation()?.state).toBe('unknown');
});

test('what a server in trouble answered says nothing of the order, which is asked for again', async () => {
  const inTrouble = refuse(502, 'server.failed');
  let questions = 0;
  server.on(PAY, inTrouble);
  server.on(MADE, (asked) => (++questions <= 2 ? inTrouble(asked) : found(asked)));
  await comeBack();
  await pass(10_000);
  expect([message(), keptConfirmation()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
});
