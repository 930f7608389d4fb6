import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Order } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, orderNamed, refuse, signIn } from '#test/fake-server.ts';
import { Page } from './order.page.tsx';

const ID = '01a205f3-27bc-70a4-a3d2-4498688bc852';
const ONE = `GET /api/orders/${ID}`;
const CANCEL = new RegExp(`^${t('orders.cancel')}: B K, Q X`);
const cash = (more: Partial<Order> = {}) => orderNamed(ID, { stripePaymentIntentId: 'BK-QX4VSR23T', ...more });

async function visit() {
  signIn();
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [ONE]: () => cash() });
  show(
    <Routes>
      <Route path="/orders/:id" element={<Page />} />
    </Routes>,
    { at: `/orders/${ID}` },
  );
  await screen.findByRole('button', { name: CANCEL });
  return server;
}

test('an order that is taken back on its own page says so there', async () => {
  const server = await visit();
  const canceled = cash({ status: 'failed', failedReason: 'canceled' });
  server.on(`POST /api/orders/${ID}/cancel`, () => canceled);
  fireEvent.click(screen.getByRole('button', { name: CANCEL }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('orders.cancel') }));
  expect(await screen.findByText(t('receipt.note.canceled'))).toBeTruthy();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('an order that ended on another device is shown as it ended, once it cannot be taken back here', async () => {
  const server = await visit();
  server.on(`POST /api/orders/${ID}/cancel`, refuse(409, 'orders.notOpen', 'Kjo porosi nuk është më e hapur.'));
  server.on(ONE, () => cash({ status: 'failed', failedReason: 'canceled' }));
  fireEvent.click(screen.getByRole('button', { name: CANCEL }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('orders.cancel') }));
  expect(await screen.findByText(t('receipt.note.canceled'))).toBeTruthy();
});
