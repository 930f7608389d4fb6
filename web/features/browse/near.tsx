/**
 * The position of the device, requested only when somebody presses the button. It is rounded, and kept in the memory of this
 * page alone.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { kmBetween, nearestCity, type Place, readPlace, writeRounded } from '#core/domain/places.ts';
import { formatDistance } from '#core/i18n/format.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useCity } from '#web/kit/router/city.ts';
import { Navigation } from '#web/ui/icons.ts';

type Nearness =
  | { state: 'off' | 'asking' | 'refused' | 'unknown'; near: null }
  | { state: 'on' /** As it is sent. */; near: string };

const OFF: Nearness = { state: 'off', near: null };
/** Timeout of the request, ms. */
const PATIENCE_MS = 10_000;
/** Positions of the last few minutes are good enough, ms. */
const MAX_AGE_MS = 300_000;
/** `GeolocationPositionError.PERMISSION_DENIED`, which not every browser defines. */
const DENIED = 1;

let now: Nearness = OFF;
/** Identifies the last request: answers to earlier ones are dropped. */
let question = 0;
const listeners = new Set<() => void>();

function set(next: Nearness): void {
  now = next;
  for (const tell of listeners) tell();
}

export function leaveNear(): void {
  question += 1;
  set(OFF);
}

/** Cancels the request when the city or the page changes. */
export function useGiveUpLocating(city: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each city
  useEffect(
    () => () => {
      if (now.state === 'asking') leaveNear();
    },
    [city],
  );
}

/** Resolves to the position, or to null if there is none or it was canceled. */
function locate(): Promise<Place | null> {
  question += 1;
  const own = question;
  set({ state: 'asking', near: null });
  return new Promise((resolve) => {
    const onFailure = (code?: number) => {
      if (own === question) set({ state: code === DENIED ? 'refused' : 'unknown', near: null });
      resolve(null);
    };
    // Not available without HTTPS.
    if (!('geolocation' in navigator)) return onFailure();
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (own !== question) return resolve(null);
        const near = writeRounded([latitude, longitude]);
        set({ state: 'on', near });
        resolve(readPlace(near));
      },
      ({ code }) => onFailure(code),
      { timeout: PATIENCE_MS, maximumAge: MAX_AGE_MS },
    );
  });
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
};

export const useNearness = () =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => OFF,
  );

/** How far a place ('lat,lng') is from the device, in words; undefined where that is not known. */
export function useDistance(): (place: string | null | undefined) => string | undefined {
  const { language } = useT();
  const here = readPlace(useNearness().near ?? '');
  return (text) => {
    const place = here && readPlace(text ?? '');
    return place ? formatDistance(kmBetween(here, place), language) : undefined;
  };
}

/** Toggles the sort by distance. */
export function NearButton() {
  const t = useT();
  const chosen = useCity();
  const atLast = useRef(chosen);
  useEffect(() => {
    atLast.current = chosen;
  });
  const { state } = useNearness();
  const isOn = state === 'on';
  const goNear = async () => {
    if (state === 'asking') return;
    const place = await locate();
    const { city, choose } = atLast.current;
    if (!place || city === 'all') return;
    const here = nearestCity(place);
    if (here !== city) choose(here);
  };
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={isOn ? leaveNear : () => void goNear()}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold eased ${isOn ? 'border-ink bg-ink text-ground' : 'border-transparent bg-raised text-ink'}`}
    >
      <Navigation size={17} />
      {t('find.near')}
    </button>
  );
}

/** Why the list is not sorted by distance although somebody asked for it. */
export function NearProblem() {
  const t = useT();
  const { state } = useNearness();
  const isProblem = state === 'refused' || state === 'unknown';
  const text = (isProblem || state === 'asking') && t(`find.near.${state}`);
  useAnnounce(text);
  // As high as the chip in whose place it stands.
  return isProblem && <p className="flex min-h-13 items-center text-sm font-semibold text-alert">{text}</p>;
}
