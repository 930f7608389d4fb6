/** Coordinates written 'lat,lng', distances, and the centres of the cities. */
import { type City, cities } from './cities.ts';

export type Place = readonly [north: number, east: number];

/** Length of a degree of longitude relative to latitude in Albania; the database uses the same value. */
const LONGITUDE_SCALE = 0.756;
const KM_PER_DEGREE = 111.2;

export function readPlace(said: string): Place | null {
  const [north, east, ...more] = said.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isPlace = Number.isFinite(north) && Number.isFinite(east) && more.length === 0;
  return isPlace ? [north as number, east as number] : null;
}

const isInAlbania = ([north, east]: Place) => north > 39.5 && north < 42.8 && east > 19 && east < 21.2;

/** A place in Albania as people type it: also with decimal commas, another separator, or the longitude first. */
export function readTypedPlace(typed: string): Place | null {
  const found = /^(-?\d{1,3}(?:[.,]\d{1,20})?) ?[,; ] ?(-?\d{1,3}(?:[.,]\d{1,20})?)$/.exec(typed);
  const [north = 0, east = 0] = (found ?? []).slice(1).map((degrees) => Number(degrees.replace(',', '.')));
  const places: Place[] = [
    [north, east],
    [east, north],
  ];
  return places.find(isInAlbania) ?? null;
}

/** Rounded to about 100 m, for privacy. */
export const writeRounded = ([north, east]: Place) => `${north.toFixed(3)},${east.toFixed(3)}`;

export function kmBetween([north, east]: Place, [otherNorth, otherEast]: Place): number {
  return Math.hypot(north - otherNorth, (east - otherEast) * LONGITUDE_SCALE) * KM_PER_DEGREE;
}

/** Latitude and longitude of the city centres. */
export const centres: Record<City, Place> = {
  tirana: [41.3275, 19.8187],
  durres: [41.3231, 19.4414],
  vlore: [40.4661, 19.4914],
  elbasan: [41.1125, 20.0822],
  sarande: [39.8756, 20.0053],
  shkoder: [42.0683, 19.5126],
  korce: [40.6186, 20.7808],
  fier: [40.7239, 19.5567],
  berat: [40.7058, 19.9522],
  gjirokaster: [40.0758, 20.1389],
  pogradec: [40.9025, 20.6525],
  kruje: [41.5092, 19.7928],
};

/** All other cities, nearest first. */
export const nearestCities = (city: City): City[] => nearestTo(centres[city]).filter((other) => other !== city);

export const nearestCity = (place: Place): City => nearestTo(place)[0] as City;

function nearestTo(place: Place): City[] {
  const away = (city: City) => kmBetween(centres[city], place);
  return [...cities].sort((one, other) => away(one) - away(other));
}
