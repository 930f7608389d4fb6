/** Asks the browser for the position of the device. */
import type { City } from '#core/domain/cities.ts';
import { kmBetween, nearestCity, readPlace, writeRounded } from '#core/domain/places.ts';
import { formatDistance } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';

/** Timeout of the request, ms. */
const PATIENCE_MS = 10_000;
/** Positions of the last few minutes are good enough, ms. */
const MAX_AGE_MS = 300_000;
/** `GeolocationPositionError.PERMISSION_DENIED`, which not every browser defines. */
const DENIED = 1;

export interface Here {
  /** As it is sent. */
  near: string;
  nearest: City;
  /** How far a place ('lat,lng') is, in words; undefined where that is not known. */
  distanceTo: (place: string | null | undefined, language: Language) => string | undefined;
}

export function locate(): Promise<Here | 'refused' | 'unknown'> {
  return new Promise((resolve) => {
    // Not available without HTTPS.
    if (!('geolocation' in navigator)) return resolve('unknown');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(hereAt(writeRounded([latitude, longitude]))),
      ({ code }) => resolve(code === DENIED ? 'refused' : 'unknown'),
      { timeout: PATIENCE_MS, maximumAge: MAX_AGE_MS },
    );
  });
}

function hereAt(near: string): Here | 'unknown' {
  const here = readPlace(near);
  if (!here) return 'unknown';
  return {
    near,
    nearest: nearestCity(here),
    distanceTo(text, language) {
      const place = readPlace(text ?? '');
      return place ? formatDistance(kmBetween(here, place), language) : undefined;
    },
  };
}
