/**
 * Where somebody is, asked of their device when they press for it, and only then. It is kept in this page's memory, rounded,
 * and is gone with the page.
 */
import { useSyncExternalStore } from 'react';
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
const listeners = new Set<() => void>();

function set(next: Nearness): void {
  now = next;
  for (const tell of listeners) tell();
}

export const leaveNear = () => set(OFF);

/** Resolves to the place, or to null where it was not told. */
export function locate(): Promise<Place | null> {
  set({ state: 'asking', near: null });
  return new Promise((resolve) => {
    const onFailure = (code?: number) => {
      set({ state: code === DENIED ? 'refused' : 'unknown', near: null });
      resolve(null);
    };
    // Without a safe connection there is none.
    if (!('geolocation' in navigator)) return onFailure();
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
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
