/** Which city lies next to which: where one who finds nothing here may look. */
import { type City, cities } from './cities.ts';
import { kmBetween, type Place } from './places.ts';

/** Latitude and longitude of the centres. */
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

/** All others, the nearest first. */
export const nearestCities = (city: City): City[] => nearestTo(centres[city]).filter((other) => other !== city);

export const nearestCity = (place: Place): City => nearestTo(place)[0] as City;

function nearestTo(place: Place): City[] {
  const away = (city: City) => kmBetween(centres[city], place);
  return [...cities].sort((one, other) => away(one) - away(other));
}
