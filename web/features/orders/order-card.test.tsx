import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { orderNamed } from '#test/fake-server.ts';
import { OrderCard } from './order-card.tsx';

test('the buttons of cards say which order each of them would cancel', () => {
  show(['one', 'other'].map((id) => <OrderCard key={id} order={orderNamed(id)} />));
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(['B K, o n e', 'B K, o t h e r'].map((code) => `${t('orders.cancel')}: ${code}`));
});
