/** Which deals a guest saved on this device, in all its tabs, so that hearts are right without asking the server. */
import { keptInBrowser, useKept } from '#web/kit/kept.ts';

const kept = keptInBrowser<readonly string[]>('guestFavorites', {
  none: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []),
});

export const setGuestFavorites = kept.set;

export function setGuestFavorite(id: string, saved: boolean): void {
  const others = kept.get().filter((other) => other !== id);
  setGuestFavorites(saved ? [id, ...others] : others);
}

export const useGuestFavorites = (): readonly string[] => useKept(kept);
