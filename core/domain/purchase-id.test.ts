import { getRandomValues } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePurchaseId, readPurchaseId } from './purchase-id.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 });

test('a purchase id reads back as itself, however it was typed', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const id = makePurchaseId(random);
      expect(id).toMatch(/^BK-[0-9A-HJKMNP-TV-Z]{9}$/);
      expect(readPurchaseId(id)).toBe(id);
      const typed = id.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readPurchaseId(` ${typed.slice(0, 7)} ${typed.slice(7)}`)).toBe(id);
      expect(readPurchaseId(id.slice(3))).toBe(id);
    }),
  );
});

test('a code that itself starts with BK reads without its prefix too', () => {
  const id = makePurchaseId(Uint8Array.of(0b01011_100, 0b11_000000, 0, 0, 0));
  expect(id).toMatch(/^BK-BK/);
  expect(readPurchaseId(id.slice(3))).toBe(id);
});

test('every single wrong character is caught', () => {
  const id = makePurchaseId(getRandomValues(new Uint8Array(5)));
  for (let place = 3; place < id.length; place++) {
    for (const other of ALPHABET) {
      const wrong = id.slice(0, place) + other + id.slice(place + 1);
      expect(readPurchaseId(wrong)).toBe(other === id[place] ? id : null);
    }
  }
});

test('any two swapped characters are caught', () => {
  fc.assert(
    fc.property(bytes, fc.nat(8), fc.nat(8), (random, one, two) => {
      const id = makePurchaseId(random);
      const code = [...id.slice(3)];
      [code[one], code[two]] = [code[two] as string, code[one] as string];
      const swapped = `BK-${code.join('')}`;
      expect(readPurchaseId(swapped)).toBe(swapped === id ? id : null);
    }),
  );
});

test.each(['', 'BK-', 'BK-12345678', 'BK-1234567890', 'BK-UUUUUUUUU', 'pi_3Nabcdefgh', 'BK-00000000\u0000'])(
  '%j is not a purchase id',
  (text) => {
    expect(readPurchaseId(text)).toBeNull();
  },
);

test('different random bits make different ids', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => makePurchaseId(getRandomValues(new Uint8Array(5)))));
  expect(ids.size).toBe(10_000);
});
