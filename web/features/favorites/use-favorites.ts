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

export interface Hearts {
  has: (dealId: string) => boolean;
  /** Whether the last switch of this deal was refused. */
  refused: (dealId: string) => boolean;
  toggle: (deal: DealCard) => void;
}

interface Switch {
  deal: DealCard;
  save: boolean;
}

/** Which deals are saved, and the switch: shown at once, put back when the server refuses. Once per page, for all its hearts. */
export function useHearts(): Hearts {
  const t = useT();
  const user = useUser();
  const queries = useQueryClient();
  const query = favoritesQuery();
  const { queryKey } = query;
  const { data: saved = none } = useQuery({ ...query, enabled: Boolean(user) });
  const onDevice = useGuestFavorites();
  const has = (id: string) => (user ? saved.some(({ dealId }) => dealId === id) : onDevice.includes(id));

  const show = ({ deal, save }: Switch) => {
    if (!user) return setGuestFavorite(deal.id, save);
    queries.setQueryData<Favorite[]>(queryKey, (before = []) => {
      const others = before.filter(({ dealId }) => dealId !== deal.id);
      return save ? [{ id: `pending-${deal.id}`, dealId: deal.id, sessionId: label(), deal }, ...others] : others;
    });
  };

  const { mutate, isError, variables } = useMutation({
    mutationKey: ['favorites'],
    scope: { id: 'favorites' },
    mutationFn: async ({ deal, save }: Switch) => {
      if (save) await api.call(favorites.add, { body: { dealId: deal.id, sessionId: label() } });
      else await api.call(favorites.remove, { params: { dealId: deal.id, sessionId: label() } });
    },
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (_answer, { save }) =>
      toast(
        save
          ? { tone: 'done', title: t('toast.favAdd.title'), text: t('toast.favAdd.text') }
          : { tone: 'done', title: t('toast.favRemove.title'), text: t('toast.favRemove.text') },
      ),
    onError: (_error, { deal, save }) => show({ deal, save: !save }),
    onSettled: () => {
      if (user && queries.isMutating({ mutationKey: ['favorites'] }) === 1)
        return queries.invalidateQueries({ queryKey });
      return undefined;
    },
  });

  return {
    has,
    refused: (id) => isError && variables.deal.id === id,
    toggle: (deal) => {
      const change = { deal, save: !has(deal.id) };
      show(change);
      mutate(change);
    },
  };
}
