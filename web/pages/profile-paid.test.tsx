import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { formatDate } from '#core/i18n/format.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, orderNamed, signIn } from '#test/fake-server.ts';
import { Page } from './profile.page.tsx';

const HISTORY = 'GET /api/orders/my';
const OPEN = `${HISTORY}?usable=true`;
const used = orderNamed('used', { status: 'completed' });

beforeEach(signIn);

test('what was paid by card and not yet used says so, until when and where, under the number of the order', async () => {
  const id = '01a205f3-27bc-70a4-a3d2-4498688bc852';
  const useBy = new Date(Date.now() + 86_400_000).toISOString();
  const payment = 'pi_3MtwBwLkdIwHu7ix28a3tqPa';
  const paid = orderNamed(id, { paymentMethod: 'card', status: 'completed', stripePaymentIntentId: payment, useBy });
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [HISTORY]: () => [paid, used], [OPEN]: () => [paid] });
  show(<Page />, { at: '/profile' });
  const card = within(await screen.findByRole('region', { name: t('orders.open') }));
  expect(card.getByText(t('orders.status.completed'))).toBeTruthy();
  expect(card.getByText(t('orders.notYetUsed'))).toBeTruthy();
  expect(card.getByText(t('orders.useBy', { date: formatDate(useBy, 'sq') }))).toBeTruthy();
  expect(card.getByText(t('orders.presentPaid'))).toBeTruthy();
  expect(card.getByText('Rruga e Durrësit 1')).toBeTruthy();
  expect(card.getAllByText('4498688bc852').at(-1)?.closest('.font-display')).toBeTruthy();
  expect(card.getByText('pi_3MtwBwLkdIw…')).toBeTruthy();
  expect(card.queryByRole('button', { name: new RegExp(t('orders.cancel')) })).toBeNull();
});
