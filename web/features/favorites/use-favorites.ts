import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type Favorite, favorites } from '#core/contract/favorites.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { toast } from '#web/kit/toasts.ts';
import { useUser } from '../accounts/use-user.ts';
import { setGuestFavorite, useGuestFavorites } from './guest-favorites.ts';

const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

export const favoritesQuery = () =>
  queryOptions({
    queryKey: [urlOf(favorites.list, { params: { sessionId: label() } })],
    queryFn: () => api.call(favorites.list, { params: { sessionId: label() } }),
  });

const none: Favorite[] = [];

export function useFavorites() {
  const user = useUser();
  const { data, isPending, isError, refetch } = useQuery({ ...favoritesQuery(), enabled: Boolean(user) });
  return {
    saved: user ? (data ?? none) : none,
    waiting: user === undefined || (Boolean(user) && isPending),
    failed: isError,
    refetch,
  };
}

/** Whether a deal is saved, and the switch: shown at once, put back when the server refuses. */
export function useSaved(deal: DealCard) {
  const t = useT();
  const user = useUser();
  const queries = useQueryClient();
  const { saved } = useFavorites();
  const onDevice = useGuestFavorites();
  const { queryKey } = favoritesQuery();
  const isSaved = user ? saved.some(({ dealId }) => dealId === deal.id) : onDevice.includes(deal.id);

  const show = (save: boolean) => {
    if (!user) return setGuestFavorite(deal.id, save);
    queries.setQueryData<Favorite[]>(queryKey, (before = []) => {
      const others = before.filter(({ dealId }) => dealId !== deal.id);
      return save ? [{ id: `pending-${deal.id}`, dealId: deal.id, sessionId: label(), deal }, ...others] : others;
    });
  };

  const toggle = useMutation({
    mutationKey: ['favorites'],
    scope: { id: `favorite-${deal.id}` },
    mutationFn: async (save: boolean) => {
      if (save) await api.call(favorites.add, { body: { dealId: deal.id, sessionId: label() } });
      else await api.call(favorites.remove, { params: { dealId: deal.id, sessionId: label() } });
    },
    onMutate: async (save) => {
      await queries.cancelQueries({ queryKey });
      show(save);
    },
    onSuccess: (_answer, save) =>
      toast(
        save
          ? { tone: 'done', title: t('toast.favAdd.title'), text: t('toast.favAdd.text') }
          : { tone: 'done', title: t('toast.favRemove.title'), text: t('toast.favRemove.text') },
      ),
    onError: (_error, save) => {
      show(!save);
    },
    onSettled: () => {
      if (user && queries.isMutating({ mutationKey: ['favorites'] }) === 1)
        return queries.invalidateQueries({ queryKey });
      return undefined;
    },
  });

  return { isSaved, failed: toggle.isError, toggle: () => toggle.mutate(!isSaved) };
}
