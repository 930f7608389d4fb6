import { useT } from '#web/kit/i18n.tsx';
import { useCards } from '#web/kit/shop-config.ts';

/** What the shop is, for search engines and shares; it promises no way to pay that there is not. */
export function useSiteDescription(): string {
  const t = useT();
  // In the sandbox no money moves.
  return t(useCards() === 'stripe' ? 'home.meta.descriptionWithCards' : 'home.meta.description');
}
