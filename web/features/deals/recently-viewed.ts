/** Which deals were looked at on this device. It alone knows: the server is neither told nor asked. */
import type { DealCard } from '#core/contract/shapes.ts';
import { isExpired } from '#core/domain/deals.ts';
import { useMinute } from '#web/kit/clock.ts';
import { keptInBrowser, useKept } from '#web/kit/kept.ts';

const MOST = 4;

const kept = keptInBrowser<readonly DealCard[]>('recentlyViewed', {
  none: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter(isCard) : []),
  isPersonal: () => true,
});

/** What a card cannot be drawn without. */
function isCard(stored: unknown): stored is DealCard {
  const { id, title, businessName, price } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return [id, title, businessName].every((text) => typeof text === 'string') && typeof price === 'number';
}

/** As it was when it was looked at; its own page says what has become of it. What came without its Albanian title waits for the whole deal. */
export function noteViewed(deal: DealCard): void {
  if (!deal.title) return;
  const others = kept.get().filter(({ id }) => id !== deal.id);
  kept.set([{ ...deal, description: '', descriptionEn: null }, ...others].slice(0, MOST));
}

/** The latest first, without the one that is looked at and those that are over. */
export function useRecentlyViewed(present: string): DealCard[] {
  const now = useMinute();
  return useKept(kept).filter(({ id, expiresAt }) => id !== present && !isExpired(expiresAt ?? null, now));
}
