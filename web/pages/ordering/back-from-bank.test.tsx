/** Whoever left for the page of their bank and comes back by the browser's own way, to a page that is loaded anew. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beginEachWithCart, message, open, pass, RECORD, server } from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { ana, refuse } from '#test/fake-server.ts';
import { storePayment } from '#web/features/payments/pending-payment.ts';

beginEachWithCart();

test('hears that nothing was paid, and reads it in the form afterwards', async () => {
  server.on(RECORD, refuse(402, 'payments.notPaid'));
  const payment = { userId: ana.id, paymentIntentId: 'pi_1', sessionId: 'session_1' };
  storePayment({ ...payment, at: Date.now(), state: 'paying' });
  await open();
  await pass(8000);
  expect(message()).toBe(t('checkout.cardError.left'));
  const inForm = () => screen.queryByText(t('checkout.cardError.left'), { selector: 'form *' });
  expect(inForm()).toBeTruthy();
  await pass(7000);
  expect(inForm()).toBeTruthy();
});
