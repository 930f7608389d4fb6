import { expect, test } from 'vitest';
import { kmBetween, nearestCities, nearestCity, readPlace, writeRounded } from './places.ts';

test.each([
  ['41.3275,19.8187', [41.3275, 19.8187]],
  ['-41,-19.5', [-41, -19.5]],
  ['41.3275', null],
  ['41,', null],
  ['', null],
  ['a,b', null],
  ['1,2,3', null],
])('“%s” is a place: %j', (said, place) => {
  expect(readPlace(said)).toEqual(place);
});

test('what is said of a place is rounded to some hundred metres', () => {
  expect(writeRounded([41.327549, 19.8187])).toBe('41.328,19.819');
  expect(writeRounded([-0.00001, 20])).toMatch(/^-?0\.000,20\.000$/);
});

test('distances in Albania are right to a few percent', () => {
  expect(kmBetween([41.3275, 19.8187], [41.3231, 19.4414])).toBeGreaterThan(30.8);
  expect(kmBetween([41.3275, 19.8187], [41.3231, 19.4414])).toBeLessThan(32.3);
  expect(kmBetween([41.3275, 19.8187], [39.8756, 20.0053])).toBeGreaterThan(159);
  expect(kmBetween([41.3275, 19.8187], [39.8756, 20.0053])).toBeLessThan(166);
});

test('the city one is in, or the nearest, and those around it', () => {
  expect(nearestCity([41.34, 19.8])).toBe('tirana');
  expect(nearestCity([41.9, 12.5])).toBe('durres');
  expect(nearestCities('tirana').slice(0, 2)).toEqual(['kruje', 'durres']);
  expect(nearestCities('korce')[0]).toBe('pogradec');
});
