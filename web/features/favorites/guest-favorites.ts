/** What a guest saved on this device; moved to the account after signing in. */
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';

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
