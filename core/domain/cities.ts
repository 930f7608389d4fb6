/** The twelve cities of the shop, in the order the selector shows them (Spec 1 §3). */
export const cities = [
  'tirana',
  'durres',
  'vlore',
  'elbasan',
  'sarande',
  'shkoder',
  'korce',
  'fier',
  'berat',
  'gjirokaster',
  'pogradec',
  'kruje',
] as const;

export type City = (typeof cities)[number];

/** A city or the whole country. */
export type CityChoice = City | 'all';

export const DEFAULT_CITY: City = 'tirana';

export function isCity(value: unknown): value is City {
  return (cities as readonly unknown[]).includes(value);
}

/** Unknown values are the default city. */
export function toCityChoice(value: unknown): CityChoice {
  return value === 'all' || isCity(value) ? value : DEFAULT_CITY;
}
