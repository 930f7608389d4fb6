import { expect, test } from 'vitest';
import { heardIn, seenIn, show } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { DiscountBadge, Price } from './price.tsx';

test('a price is heard with its name and as one number', () => {
  const { container } = show(<Price deal={{ ...dealNumber(1), price: 2200, originalPrice: 12000 }} />);
  expect(seenIn(container.querySelector('p'))).toBe('2\u00a0200\u00a0lekë12\u00a0000\u00a0lekë');
  expect(heardIn(container)).toBe('Çmimi me zbritje: 2200\u00a0lekëÇmimi para zbritjes: 12000\u00a0lekë');
});

test('so is what one person of several pays', () => {
  const deal = { price: 7500, originalPrice: null, priceUnit: 'person', unitCount: 2 } as const;
  const { container } = show(<Price deal={deal} />);
  expect(heardIn(container)).toContain('3750\u00a0lekë për person');
});

test('a discount is heard as one, and not as a number below zero', () => {
  const { container } = show(<DiscountBadge discount={35} />);
  expect([seenIn(container), heardIn(container)]).toEqual(['-35%', '35% zbritje']);
});
