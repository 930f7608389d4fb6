/** What follows a saved or removed favorite; loaded with the first one. */
import type { QueryClient } from '@tanstack/react-query';
import type { Favorite } from '#core/contract/favorites.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import type { Translate } from '#core/i18n/t.ts';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { titlePart } from '#web/features/deals/deal-words.tsx';
import { toast } from '#web/kit/toasts.ts';
import { setGuestFavorite } from './guest-favorites.ts';

interface Saving {
  t: Translate;
  queries: QueryClient;
  /** Keys of the lists. */
  lists: readonly (readonly string[])[];
  sessionId: string;
  askAnew: () => Promise<unknown>;
  /** The session had ended: the server saved it for the guest of this browser. */
  isOfGuest: boolean;
}

export async function afterSaving({ deal, save }: { deal: DealCard; save: boolean }, saving: Saving): Promise<void> {
  const { t, queries, lists, sessionId, askAnew, isOfGuest } = saving;
  if (isOfGuest) {
    await askAnew();
    const user = await queries.fetchQuery({ ...userQuery, staleTime: 0 });
    if (user === null) setGuestFavorite(deal.id, save);
    return;
  }
  for (const queryKey of lists) {
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Favorite[]>(queryKey, (before) => {
      const others = before?.filter(({ dealId }) => dealId !== deal.id);
      return save && others ? [{ id: deal.id, dealId: deal.id, sessionId, deal }, ...others] : others;
    });
  }
  toast({
    tone: 'done',
    title: t(save ? 'toast.favAdd.title' : 'toast.favRemove.title'),
    text: t(save ? 'toast.favAdd.text' : 'toast.favRemove.text'),
    announceFirst: titlePart(deal, t),
  });
}
