import { expect, test } from 'vitest';
import { mayMove, type OrderState, orderMoves } from './orders.ts';

test('of sixteen pairs of states exactly five are moves', () => {
  const states = Object.keys(orderMoves) as OrderState[];
  const allowed = states.flatMap((from) => states.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`));
  expect(allowed).toEqual([
    ...['pending > completed', 'pending > failed', 'pending > refunded', 'completed > refunded'],
    'refunded > completed',
  ]);
});
