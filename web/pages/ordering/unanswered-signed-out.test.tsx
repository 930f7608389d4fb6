/** Whose session has ended when they come back to an order whose answer nobody heard. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, refuse } from '#test/fake-server.ts';
import { beginEachAfresh, message, pass, server } from '#test/order-screen.tsx';
import { useSessionEnd } from '#web/features/accounts/use-session-end.ts';
import { useBecome } from '#web/features/accounts/use-user.ts';
import { keepConfirmation, newConfirmation, useIsUnanswered } from '#web/features/orders/confirmation.ts';
import { forgetToasts, useToast } from '#web/kit/toasts.ts';
import { UnansweredOrder } from './unanswered-order.tsx';

const bea = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002' };

beginEachAfresh({ 'GET /api/auth/me': refuse(401, 'access.notAuthenticated') });

/** As the app shows it. */
function Shop() {
  useSessionEnd();
  const become = useBecome();
  return (
    <>
      {useIsUnanswered() && <UnansweredOrder />}
      <p data-testid="message">{useToast()?.text}</p>
      <button type="button" onClick={() => become(bea)}>
        become Bea
      </button>
    </>
  );
}

test.each([
  ['a moment ago', 0, t('toast.cash.signedOutUnknown')],
  ['long ago', 11 * 60_000, t('auth.sessionEnded.text')],
])('who confirmed %s is told so', async (_when, ago, words) => {
  keepConfirmation({ ...newConfirmation(ana.id, []), confirmedAt: Date.now() - ago });
  show(<Shop />);
  await pass(100);
  expect([message(), server.sent('POST')]).toEqual([words, []]);
});

test('who signs in then is not told of the order of another', async () => {
  keepConfirmation(newConfirmation(ana.id, []));
  const { unmount } = show(<Shop />);
  await pass(100);
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'become Bea' })));
  unmount();
  forgetToasts();
  server.on('GET /api/auth/me', () => ({ user: bea }));
  show(<Shop />);
  await pass(100);
  expect(message()).toBe('');
});
