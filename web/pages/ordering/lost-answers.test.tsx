/** What becomes of a confirmation none of whose answers arrived. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { type Answer, ana, noAnswer, orderNamed, refuse } from '#test/fake-server.ts';
import { beginEachAfresh, comeBack, LINES, line, MADE, message, PAY, pass, server } from '#test/order-screen.tsx';
import { ResumeOrder } from '#web/features/checkout/resume-order.tsx';
import { newAttempt, storeAttempt, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { useOpenOrders } from '#web/features/orders/use-orders.ts';

const found: Answer = () => [orderNamed('order-1')];

beginEachAfresh({ [PAY]: noAnswer });

test('what was called failed and made an order after all is told, and sent no more', async () => {
  server.on(MADE, found);
  await comeBack({ state: 'failed' });
  await pass(100);
  expect(server.sent('POST')).toEqual([]);
  expect(message()).toBe(t('toast.cash.success.text'));
});

test('an order whose every answer was lost is found and said to be made', async () => {
  server.on(MADE, found);
  await comeBack();
  await pass(30_000);
  expect([message(), storedAttempt()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
});

test('what no answer tells is called neither made nor failed, and asked about until one comes', async () => {
  server.on(MADE, noAnswer);
  await comeBack();
  await pass(60_000);
  expect(screen.getAllByText(t('toast.cash.unknown')).length).toBeGreaterThan(0);
  expect([message(), storedAttempt()?.state]).toEqual(['', 'unknown']);
  const sent = server.sent('POST').length;
  server.on(MADE, found);
  await pass(30_000);
  expect(server.sent('POST')).toHaveLength(sent);
  expect([message(), storedAttempt()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
});

test('an order that arrives after it was called failed is told', async () => {
  let questions = 0;
  server.on(LINES, () => [line]);
  server.on(MADE, (asked) => (++questions === 1 ? [] : found(asked)));
  await comeBack();
  await pass(30_000);
  expect([message(), storedAttempt()?.state, questions]).toEqual([t('toast.cash.success.text'), 'made', 2]);
});

test('what is found not to have been made is said to have failed, and then forgotten', async () => {
  await comeBack({ state: 'unknown' });
  await pass(100);
  expect([message(), storedAttempt(), server.sent('POST')]).toEqual([t('toast.cash.failed'), null, []]);
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
  expect(storedAttempt()?.state).toBe('unknown');
});

test('what a server in trouble answered says nothing of the order, which is asked for again', async () => {
  const inTrouble = refuse(502, 'server.failed');
  let questions = 0;
  server.on(PAY, inTrouble);
  server.on(MADE, (asked) => (++questions <= 2 ? inTrouble(asked) : found(asked)));
  await comeBack();
  await pass(10_000);
  expect([message(), storedAttempt()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
});

function OpenOrders() {
  const { open } = useOpenOrders();
  return <p data-testid="open">{open.map(({ id }) => id).join()}</p>;
}

test('an order that is found later stands among the open ones', async () => {
  server.on('GET /api/orders/my?usable=true', () => []);
  storeAttempt({ ...newAttempt(ana.id, []), state: 'unknown' });
  server.on(MADE, noAnswer);
  show(
    <>
      <ResumeOrder />
      <OpenOrders />
    </>,
  );
  await pass(100);
  server.on(MADE, found);
  await pass(30_000);
  expect(screen.getByTestId('open').textContent).toBe('order-1');
});
