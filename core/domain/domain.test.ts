import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cities } from './cities.ts';
import { isNearRate, readRate, toUsdCents } from './exchange-rate.ts';
import { readMapLink } from './map-links.ts';
import { sharesOf } from './money.ts';
import { mayMove, type OrderState, orderMoves, receiptOf } from './orders.ts';
import { kmBetween, nearestCities, nearestCity, readPlace, readTypedPlace, writeRounded } from './places.ts';
import { makePurchaseId, readPurchaseId } from './purchase-id.ts';
import { readLek, readLekRange } from './read-lek.ts';
import { bySalon } from './salons.ts';

test.each([
  ['2200', 2200],
  ['2 200', 2200],
  ['2\u00a0200,50', 2200.5],
  ['2\u202f200', 2200],
  ['2.200', 2200],
  ['2,200', 2200],
  ['2,20', 2.2],
  ['0.5', 0.5],
  ['1200,50', 1200.5],
  ['1.200.000,05', 1_200_000.05],
  ["1'200", 1200],
  ['1’200.50', 1200.5],
  ['1200,-', 1200],
  ['1.200,– lekë', 1200],
  ['2 500 lekë', 2500],
  ['2500leke', 2500],
  ['2 500 L', 2500],
  ['ALL\u00a02,500', 2500],
  ['2mijë', 2000],
  ['2,5 mije lekë', 2500],
  ['150k', 150_000],
])('typed amount %j, is parsed as %d lek', (typed, lek) => expect(readLek(typed)).toBe(lek));

test.each([
  ...['a lot', '-5', ',', '5 €', '2500 lekë të vjetra', '1200-', '1000-2000', 'mijë', '2 milionë'],
  // Off by a factor of 1000 in one of two readings, or mistyped.
  ...['1,2345', '12.34.5', '0.500', '0,500 mijë', '1.200.50', '1.200,000', '1 200.500', '2.500 mijë', '1 2', '12 00'],
])('typed amount %j, is invalid', (typed) => expect(readLek(typed)).toBeNaN());

test.each([
  ['1000-2000', 1000, 2000],
  ['1 000 – 2,5 mijë lekë', 1000, 2500],
  ['1200,- - 2000,-', 1200, 2000],
  ['1200,-', 1200, 1200],
  ['shumë-2000', Number.NaN, Number.NaN],
  ['1000-shumë', Number.NaN, Number.NaN],
  ['', undefined, undefined],
])('typed range %j, is parsed as %d to %d', (typed, from, to) => expect(readLekRange(typed)).toEqual({ from, to }));

test('amount split by weights, shares sum up to it and differ from the exact share by at most one unit', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(weights, fc.nat(1_000_000), (each, whole) => {
      const shares = sharesOf(whole, each);
      const total = each.reduce((sum, weight) => sum + weight, 0);
      const distances = shares.map((share, n) => Math.abs(share - (whole * (each[n] ?? 0)) / total));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole);
      expect(Math.max(...distances)).toBeLessThanOrEqual(1);
    }),
  );
});

test.each(['1', '80', '95.4', '81.382043', '10000', '10000.000000'])('exchange rate %s, is valid', (rate) =>
  expect(readRate(rate)).toBe(rate),
);

test.each(['', '0', '0.999999', '10000.000001', '95.1234567', '95,4', ' 95', '-95', '+95', '1e2', '.5', '95.', 'NaN'])(
  'exchange rate “%s”, is invalid',
  (rate) => expect(readRate(rate)).toBeNull(),
);

test.each([
  [220_000, '95.4', 2306],
  [0, '95.4', 0],
  // Half a cent is rounded up.
  [100, '40', 3],
  [100, '40.000001', 2],
  [50_000_000, '81.382043', 614_386],
  [9_999_999_999, '1', 9_999_999_999],
])('%d qindarka at rate %s, are %d cents', (qindarka, rate, cents) => expect(toUsdCents(qindarka, rate)).toBe(cents));

test.each([
  [1.5, '95.4'],
  [-1, '95.4'],
  [Number.NaN, '95.4'],
  [100, '0'],
  [100, '95.4 lek'],
])('%d qindarka at rate %s, throw', (qindarka, rate) => expect(() => toUsdCents(qindarka, rate)).toThrow(RangeError));

test.each([
  ['120', '100', true],
  ['80', '100', true],
  ['120.000001', '100', false],
  ['79.999999', '100', false],
])('rate %s after %s, is within 20 %%: %s', (rate, before, isNear) => expect(isNearRate(rate, before)).toBe(isNear));

test('order states, exactly seven transitions are allowed', () => {
  const states = Object.keys(orderMoves) as OrderState[];
  const allowed = states.flatMap((from) => states.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`));
  expect(allowed).toEqual([
    ...['pending > completed', 'pending > failed', 'pending > refunded', 'completed > pending', 'completed > failed'],
    ...['completed > refunded', 'refunded > completed'],
  ]);
});

test('receipt of an order, has a version and the six fields of the specification', () => {
  const order = { id: '01a205f3-27bc-70a4-a3d2-4498688bc852', stripePaymentIntentId: 'pi_3Mt', totalAmount: 2200.5 };
  const rest = { status: 'completed', paymentMethod: 'card' };
  expect(receiptOf({ ...order, ...rest, createdAt: '2026-11-23T01:09:31.123Z' })).toEqual({
    ...{ v: 1, paymentId: 'pi_3Mt', orderId: order.id, amount: 2200.5, date: '2026-11-23T01:09:31.123Z' },
    ...rest,
  });
});

const fiveBytes = fc.uint8Array({ minLength: 5, maxLength: 5 });

test('purchase id, typed in any form, is read back', () => {
  fc.assert(
    fc.property(fiveBytes, (random) => {
      const id = makePurchaseId(random);
      expect(id).toMatch(/^BK-[0-9A-HJKMNP-TV-Z]{9}$/);
      expect(readPurchaseId(id)).toBe(id);
      const typed = id.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readPurchaseId(` ${typed.slice(0, 7)} ${typed.slice(7)}`)).toBe(id);
      expect(readPurchaseId(id.slice(3))).toBe(id);
      for (const dash of ['–', ' - ', '\u2011', '_', '. '])
        expect(readPurchaseId(`Kodi #${id.slice(0, 2)}${dash}${id.slice(3, 6)}${dash}${id.slice(6)}, është imi.`)).toBe(
          id,
        );
    }),
  );
});

test('purchase id whose code begins with BK, typed without prefix, is read back', () => {
  const id = makePurchaseId(Uint8Array.of(0b01011_100, 0b11_000000, 0, 0, 0));
  expect(id).toMatch(/^BK-BK/);
  expect(readPurchaseId(id.slice(3))).toBe(id);
});

test('purchase id with one wrong or two swapped characters, is refused', () => {
  fc.assert(
    fc.property(fiveBytes, fc.nat(8), fc.nat(8), fc.nat(31), (random, one, two, letter) => {
      const id = makePurchaseId(random);
      const code = [...id.slice(3)];
      const wrong = `BK-${code.with(one, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[letter] as string).join('')}`;
      const swapped = `BK-${code
        .with(one, code[two] as string)
        .with(two, code[one] as string)
        .join('')}`;
      expect(readPurchaseId(wrong)).toBe(wrong === id ? id : null);
      expect(readPurchaseId(swapped)).toBe(swapped === id ? id : null);
    }),
    { numRuns: 1000 },
  );
});

test.each(['', 'BK-', 'BK-12345678', 'BK-1234567890', 'BK-UUUUUUUUU', 'pi_3Nabcdefgh', 'BK-00000000\u0000'])(
  'text %j, is no purchase id',
  (text) => expect(readPurchaseId(text)).toBeNull(),
);

test.each([
  ['41.3275,19.8187', [41.3275, 19.8187]],
  ['-41,-19.5', [-41, -19.5]],
  ['41.3275', null],
  ['41,', null],
  ['', null],
  ['a,b', null],
  ['1,2,3', null],
])('coordinates “%s”, are parsed as %j', (text, place) => expect(readPlace(text)).toEqual(place));

test.each([
  ['41.3275, 19.8187', [41.3275, 19.8187]],
  ['41,3275, 19,8187', [41.3275, 19.8187]],
  ['41,3275;19,8187', [41.3275, 19.8187]],
  ['41.3275 19.8187', [41.3275, 19.8187]],
  ['19.8187,41.3275', [41.3275, 19.8187]],
  ['0,0', null],
  ['41.9,12.5', null],
  ['41,3275', null],
  ['1,2,3', null],
])('coordinates “%s”, typed, are parsed as %j', (text, place) => expect(readTypedPlace(text)).toEqual(place));

test.each([
  ['https://www.google.com/maps/place/X/@41.1,19.1,17z/data=!8m2!3d41.3275!4d19.8187!16s', [41.3275, 19.8187]],
  ['https://maps.google.com/?q=41.3275,19.8187&z=17', [41.3275, 19.8187]],
  ['google.al/maps/search/?api=1&query=41.3275%2C19.8187', [41.3275, 19.8187]],
  ['https://www.google.com/maps/@41.3275,19.8187,17z', [41.3275, 19.8187]],
  ['https://maps.app.goo.gl/kS3bQx', 'short'],
  ['https://www.google.com/maps/@48.85,2.35,17z', null],
  ['https://google.com.example.org/maps/@41.3275,19.8187,17z', null],
  ['Rruga e Durrësit 5', null],
])('map link “%s”, is read as %j', (link, place) => expect(readMapLink(link)).toEqual(place));

test('coordinates written for the server, are rounded to three decimals', () => {
  expect(writeRounded([41.327549, 19.8187])).toBe('41.328,19.819');
});

test('distance between two cities, is right to a few percent', () => {
  expect(Math.abs(kmBetween([41.3275, 19.8187], [41.3231, 19.4414]) - 31.5)).toBeLessThan(0.8);
  expect(Math.abs(kmBetween([41.3275, 19.8187], [39.8756, 20.0053]) - 162.5)).toBeLessThan(3.5);
});

test('nearest cities, are all others ordered by distance', () => {
  expect(nearestCity([41.34, 19.8])).toBe('tirana');
  expect(nearestCity([41.9, 12.5])).toBe('durres');
  expect(nearestCities('tirana').slice(0, 2)).toEqual(['kruje', 'durres']);
  expect(nearestCities('korce')[0]).toBe('pogradec');
  for (const city of cities) expect([city, ...nearestCities(city)].sort()).toEqual([...cities].sort());
});

test('empty amount, is undefined', () => expect(readLek(' ')).toBeUndefined());

type Salon = { id: string | null; address: string; city: string; phone: string | null };
const salonAt = (address: string, id: string | null = null, phone: string | null = null): Salon => ({
  ...{ id, address, city: 'tirana', phone },
});
const groups = (...items: [name: string, salon: Salon | null][]) =>
  bySalon(items, ([name, salon]) => ({ name, salon })).map((group) => group.items.map((item) => items.indexOf(item)));

test('items of salons without ids, are grouped by name, address and phone', () => {
  const places: [string, Salon | null][] = [
    ['Mira', null],
    ['Lulja', salonAt('Rruga 1')],
    ['Mira', salonAt('Rruga 2')],
  ];
  expect(groups(...places, ['Mira', salonAt('Rruga 3')], ['Mira', null])).toEqual([[0, 2, 4], [1], [3]]);
  expect(groups(['Mira', salonAt('', null, '+355 69 1')], ['Mira', salonAt('', null, '+355 69 2')])).toEqual([
    [0],
    [1],
  ]);
});

test('items of salons with ids, are grouped by id', () => {
  const other = salonAt('Rruga 1', 'mira', '+355 69 1');
  expect(
    groups(['Mira', salonAt('Rruga 1', 'mira')], ['Salloni Mira', other], ['Mira', salonAt('Rruga 1', 'tjetër')]),
  ).toEqual([[0, 1], [2]]);
});
