import { expect, test } from 'vitest';
import { cities } from './cities.ts';
import { nearestCities } from './places.ts';

test.each([
  ['tirana', 'kruje'],
  ['kruje', 'tirana'],
  ['korce', 'pogradec'],
  ['sarande', 'gjirokaster'],
  ['fier', 'vlore'],
] as const)('next to %s lies %s', (city, next) => {
  expect(nearestCities(city)[0]).toBe(next);
});

test('every city is near in the end, but itself', () => {
  for (const city of cities) expect([city, ...nearestCities(city)].sort()).toEqual([...cities].sort());
});
