/** Whose session has ended when they come back to an order whose answer nobody heard. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, orderNamed, refuse } from '#test/fake-server.ts';
import { beginEachAfresh, MADE, message, pass, server } from '#test/order-screen.tsx';
import { useSessionEnd } from '#web/features/accounts/use-session-end.ts';
import { useBecome } from '#web/features/accounts/use-user.ts';
import { keepConfirmation, newConfirmation, useIsUnanswered, wordsAtEnd } from '#web/features/orders/confirmation.ts';
import { resetToasts, useToast } from '#web/kit/toasts.ts';
import { UnansweredOrder } from './unanswered-order.tsx';

const bea = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002' };

beginEachAfresh({ 'GET /api/auth/me': refuse(401, 'access.notAuthenticated') });

/** As the app says it. */
function Shop() {
  useSessionEnd(() => {
    const words = wordsAtEnd();
    return words ? t(words) : undefined;
  });
  const become = useBecome();
  return (
    <>
      {useIsUnanswered() && <UnansweredOrder />}
      <p data-testid="message">{useToast()?.text}</p>
      <button type="button" onClick={() => become(ana)}>
        become Ana
      </button>
      <button type="button" onClick={() => become(bea)}>
        become Bea
      </button>
    </>
  );
}

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

test.each([
  ['a moment ago', { isSent: true }, t('toast.cash.signedOutUnknown')],
  ['what was not sent yet', { isSent: false }, t('toast.cash.signedOut')],
  ['long ago', { isSent: true, confirmedAt: 0 }, t('auth.sessionEnded.text')],
])('who confirmed %s is told so', async (_what, more, words) => {
  keepConfirmation({ ...newConfirmation(ana.id, []), ...more });
  show(<Shop />);
  await pass(100);
  expect([message(), server.sent('POST')]).toEqual([words, []]);
});

test('who is in again hears what became of it, and nothing is ordered by that', async () => {
  keepConfirmation({ ...newConfirmation(ana.id, []), isSent: true });
  show(<Shop />);
  await pass(100);
  server.on(MADE, () => [orderNamed('order-1')]);
  press('become Ana');
  await pass(100);
  expect([message(), server.sent('POST')]).toEqual([t('toast.cash.success.text'), []]);
});

test('who signs in instead is told nothing of the order of another', async () => {
  keepConfirmation({ ...newConfirmation(ana.id, []), isSent: true });
  show(<Shop />);
  await pass(100);
  press('become Bea');
  act(resetToasts);
  await pass(100);
  expect([message(), server.sent('POST')]).toEqual(['', []]);
});
