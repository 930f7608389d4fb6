/** Which city lies next to which: where one who finds nothing here may look. */
import { type City, cities } from './cities.ts';

/** Latitude and longitude of the centres. */
export const centres: Record<City, readonly [number, number]> = {
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

/** So far from the equator a degree of longitude is three quarters of one of latitude. */
const NARROWER = 0.756;

function distance(one: City, other: City): number {
  const [north, east] = centres[one];
  const [otherNorth, otherEast] = centres[other];
  return Math.hypot(north - otherNorth, (east - otherEast) * NARROWER);
}

/** All others, the nearest first. */
export const nearestCities = (city: City): City[] =>
  cities.filter((other) => other !== city).sort((one, other) => distance(city, one) - distance(city, other));
