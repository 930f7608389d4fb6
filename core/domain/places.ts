/** Places written 'lat,lng', and how far it is from one to another. */

export type Place = readonly [north: number, east: number];

/** So far from the equator a degree of longitude is three quarters of one of latitude; the database reckons with the same. */
const NARROWER = 0.756;
const KM_PER_DEGREE = 111.2;

export function readPlace(said: string): Place | null {
  const [north, east, ...more] = said.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isPlace = Number.isFinite(north) && Number.isFinite(east) && more.length === 0;
  return isPlace ? [north as number, east as number] : null;
}

/** To some hundred metres: enough to say what is near, too little to say who lives there. */
export const writeRounded = ([north, east]: Place) => `${north.toFixed(3)},${east.toFixed(3)}`;

export function kmBetween([north, east]: Place, [otherNorth, otherEast]: Place): number {
  return Math.hypot(north - otherNorth, (east - otherEast) * NARROWER) * KM_PER_DEGREE;
}
