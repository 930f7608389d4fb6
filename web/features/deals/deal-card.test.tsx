import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { DealCard } from './deal-card.tsx';

// No picture arrives in this document.
vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);

test('the picture of a card is 320 by 160 and asked for in the quality of cards', () => {
  show(<DealCard deal={{ ...dealNumber(1), imageUrl: 'https://images.unsplash.com/photo-1' }} first />);
  const picture = document.querySelector('article img');
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['320', '160']);
  expect(picture?.getAttribute('src')).toContain('q=60');
});

test('a rating is written with the comma of Albanian, for eyes and ears', () => {
  show(<DealCard deal={{ ...dealNumber(1), rating: 4.8, reviewCount: 12 }} />);
  expect(screen.getByText('4,8').nextSibling?.textContent).toBe('4,8 nga 5');
});
