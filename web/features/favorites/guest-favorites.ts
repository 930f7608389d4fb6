/** Which deals a guest saved on this device, in all its tabs, so that hearts are right without asking the server. */
import { createStoredState, useStoredState } from '#web/kit/stored-state.ts';

const kept = createStoredState<readonly string[]>('guestFavorites', {
  none: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []),
});

export const setGuestFavorites = kept.set;

export function setGuestFavorite(id: string, saved: boolean): void {
  const others = kept.get().filter((other) => other !== id);
  setGuestFavorites(saved ? [id, ...others] : others);
}

export const useGuestFavorites = (): readonly string[] => useStoredState(kept);
