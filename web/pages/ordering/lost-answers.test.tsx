/** What becomes of a confirmation none of whose answers arrived. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t } from '#test/dom.tsx';
import { type Answer, noAnswer, orderNamed, } from '#test/fake-server.ts';
import { beginEachAfresh, comeBack, MADE, message, PAY, pass, server } from '#test/order-screen.tsx';
import { storedAttempt } from '#web/features/orders/order-attempt.ts';

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

test('what is found not to have been made is said to have failed, and then forgotten', async () => {
  await comeBack({ state: 'unknown' });
  await pass(100);
  expect([message(), storedAttempt(), server.sent('POST')]).toEqual([t('toast.cash.failed'), null, []]);
});
