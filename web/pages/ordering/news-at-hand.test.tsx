/** What is said in the place of the form was fetched with it. Alone in its file: what is fetched once stays. */
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beginEachWithCart, open, pass } from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { ana } from '#test/fake-server.ts';
import { keepPayment } from '#web/features/payments/kept-payment.ts';

beginEachWithCart();

test('what takes the place of the form is at hand as soon as that is open', async () => {
  await open();
  await pass(1000);
  const payment = { userId: ana.id, paymentIntentId: 'pi_1', sessionId: 'session_1', at: Date.now() };
  act(() => keepPayment({ ...payment, state: 'unknown' }));
  expect(screen.getByText(t('toast.pay.unknown'), { ignore: '[data-live-region] p, [data-testid]' })).toBeTruthy();
});
