import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { DealCard } from './deal-card.tsx';

// No picture arrives in this document.
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

test('a rating is written with the comma of Albanian, for eyes and ears', () => {
  show(<DealCard deal={{ ...dealNumber(1), rating: 4.8, reviewCount: 12 }} />);
  expect(screen.getByText('4,8').nextSibling?.textContent).toBe('4,8 nga 5, 12 vlerësime');
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();

test('how long a deal runs reads as that, in one part, and not as the time a treatment takes', () => {
  show(<DealCard deal={{ ...dealNumber(1), expiresAt: inDays(2) }} />);
  expect(screen.getByText('Mbeten 2 ditë')).toBeTruthy();
  show(<DealCard deal={{ ...dealNumber(2), expiresAt: inDays(1) }} />);
  expect(screen.getByText('Mbetet 1 ditë')).toBeTruthy();
});

test.each([
  ['one person', { priceUnit: 'person', unitCount: 1 } as const, 'për person'],
  ['two persons', { priceUnit: 'person', unitCount: 2 } as const, '3\u00a0750\u00a0lekë për person'],
  ['seven sessions', { priceUnit: 'session', unitCount: 7 } as const, '1\u00a0072\u00a0lekë për seancë'],
])('a price for %s says what one costs', (_, unit, said) => {
  show(<DealCard deal={{ ...dealNumber(1), price: 7500, ...unit }} />);
  expect(screen.getAllByText(/për (person|seancë)$/)[0]?.textContent).toBe(said);
});

test('a price that is for nobody in particular says no more', () => {
  show(<DealCard deal={dealNumber(1)} />);
  expect(screen.queryByText(/për (person|seancë)/)).toBeNull();
});
