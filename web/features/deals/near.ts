/**
 * Where somebody is, asked of their device when they press for it, and only then. It is kept in this page's memory, rounded,
 * and is gone with the page.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { type Place, readPlace, writeRounded } from '#core/domain/places.ts';

export type Nearness =
  | { state: 'off' | 'asking' | 'refused' | 'unknown'; near: null }
  | { state: 'on' /** As it is sent. */; near: string };

const OFF: Nearness = { state: 'off', near: null };
/** Longer nobody waits for a device that does not know. */
const PATIENCE_MS = 10_000;
/** A place known a few minutes ago will do. */
const MAX_AGE_MS = 300_000;
/** The code of `GeolocationPositionError.PERMISSION_DENIED`, which not every browser has by name. */
const DENIED = 1;

let now: Nearness = OFF;
/** Which press is the last one: what a device tells after it was taken back, nobody hears. */
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

/** Whoever goes on to another city or page before it was told wants it no more. */
export function useGiveUpLocating(city: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each city
  useEffect(
    () => () => {
      if (now.state === 'asking') leaveNear();
    },
    [city],
  );
}

/** Resolves to the place, or to null where it was not told, or is not wanted any more. */
export function locate(): Promise<Place | null> {
  question += 1;
  const own = question;
  set({ state: 'asking', near: null });
  return new Promise((resolve) => {
    const onFailure = (code?: number) => {
      if (own === question) set({ state: code === DENIED ? 'refused' : 'unknown', near: null });
      resolve(null);
    };
    // Without a safe connection there is none.
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
