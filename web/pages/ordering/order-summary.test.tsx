import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { dealNumber, lineOf } from '#test/fake-server.ts';
import { OrderSummary } from '#web/features/checkout/order-summary.tsx';

test.each([
  ['expired', 'cart.line.expired'],
  ['unavailable', 'cart.line.unavailable'],
] as const)('a line that is %s reads as it does in the cart', (unavailable, words) => {
  show(<OrderSummary lines={[{ ...lineOf(dealNumber(1)), unavailable }]} />);
  expect(screen.getByText(t(words))).toBeTruthy();
});
