import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type Favorite, favorites } from '#core/contract/favorites.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { toast } from '#web/kit/toasts.ts';
import { useFindUser, userQuery, useUser } from '../accounts/use-user.ts';
import { titlePart } from '../deals/deal-words.ts';
import { setGuestFavorite, setGuestFavorites, useGuestFavorites } from './guest-favorites.ts';

const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

const accountQuery = () =>
  queryOptions({
    queryKey: [urlOf(favorites.list, { params: { sessionId: label() } })],
    queryFn: ({ signal }) =>
      listAll((query) => api.page(favorites.list, { params: { sessionId: label() }, query }, signal)),
  });

/** What the server kept for this browser is what the device should know. */
const guestQuery = queryOptions({
  queryKey: [urlOf(favorites.mine)],
  queryFn: async ({ signal }) => {
    const all = await listAll((query) => api.page(favorites.mine, { query }, signal));
    setGuestFavorites(all.map(({ dealId }) => dealId));
    return all;
  },
});

type Page = { items: Favorite[]; next: string | null };

/** All of them, a page after the other: a heart anywhere must know whether its deal is saved. */
async function listAll(fetchPage: (query: { cursor?: string }) => Promise<Page>): Promise<Favorite[]> {
  const all: Favorite[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await fetchPage(cursor ? { cursor } : {});
    all.push(...page.items);
    cursor = page.next;
  }
  return all;
}

interface Switch {
  deal: DealCard;
  save: boolean;
}

const mutationKey = ['favorites'];

/** What was pressed and waits until it is known who presses, or until what was pressed before is answered. */
const unsent = new Set<Switch>();

function send(change: Switch): Promise<{ ofAccount: boolean }> {
  unsent.delete(change);
  const { deal, save } = change;
  return save
    ? api.call(favorites.add, { body: { dealId: deal.id, sessionId: label() } })
    : api.call(favorites.remove, { params: { dealId: deal.id, sessionId: label() } });
}

/** As the page is left: whoever it is, the server knows. */
function sendTheRest(): void {
  const last = new Map([...unsent].map((change) => [change.deal.id, change]));
  unsent.clear();
  // Nobody is there to hear what becomes of it.
  for (const change of last.values()) send(change).catch(() => {});
}

if (typeof window !== 'undefined') addEventListener('pagehide', sendTheRest);

/** What was pressed and is not answered yet, oldest first. */
const usePressed = () =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Switch,
  });

/** The saved deals of whoever is here, without those being taken away; a guest's only where they are shown. */
export function useFavorites({ ofGuestsToo = false } = {}) {
  const visitor = useUser();
  const pressed = usePressed();
  const ofAccount = useQuery({ ...accountQuery(), enabled: visitor.state === 'user' });
  const ofGuest = useQuery({ ...guestQuery, enabled: visitor.state === 'guest' && ofGuestsToo });
  const { data, error, refetch } = visitor.state === 'user' ? ofAccount : ofGuest;
  const isLeaving = (id: string) => pressed.findLast(({ deal }) => deal.id === id)?.save === false;
  // Whoever it is, nobody is known while a page hydrates.
  const known = visitor.state === 'user' || visitor.state === 'guest' ? data : undefined;
  return { saved: known?.filter(({ dealId }) => !isLeaving(dealId)), error, refetch };
}

export interface Hearts {
  has: (dealId: string) => boolean;
  /** Whether the last switch of this deal was refused. */
  refused: (dealId: string) => boolean;
  toggle: (deal: DealCard) => void;
}

/** Which deals are saved, and the switch: a heart shows what was last pressed until the server has answered. Once per page. */
export function useHearts(): Hearts {
  const t = useT();
  const findUser = useFindUser();
  const queries = useQueryClient();
  const lists = [accountQuery().queryKey, guestQuery.queryKey];
  const { saved } = useFavorites();
  const onDevice = useGuestFavorites();
  const visitor = useUser();
  const pressed = usePressed();

  /** This device knows what a guest saved, even if the guest leaves before the answer. */
  const sendForGuest = async (change: Switch) => {
    setGuestFavorite(change.deal.id, change.save);
    await send(change).catch((error: unknown) => {
      setGuestFavorite(change.deal.id, !change.save);
      throw error;
    });
    // A list that was asked for before may have come meanwhile.
    setGuestFavorite(change.deal.id, change.save);
  };

  const keep = async ({ deal, save }: Switch) => {
    for (const queryKey of lists) {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Favorite[]>(queryKey, (before) => {
        const others = before?.filter(({ dealId }) => dealId !== deal.id);
        return save && others ? [{ id: deal.id, dealId: deal.id, sessionId: label(), deal }, ...others] : others;
      });
    }
  };
  const askAnew = () => Promise.all(lists.map((queryKey) => queries.invalidateQueries({ queryKey })));

  /** The session had ended unseen: the list of the account says so, and the browser's guest has what was asked for. */
  const goOnAsGuest = async (change: Switch) => {
    await askAnew();
    const user = await queries.fetchQuery({ ...userQuery, staleTime: 0 });
    if (user === null) setGuestFavorite(change.deal.id, change.save);
  };

  const { mutate, isError, variables } = useMutation({
    mutationKey,
    scope: { id: 'favorites' },
    mutationFn: async (change: Switch) => {
      if (await findUser()) return send(change);
      await sendForGuest(change);
    },
    onSuccess: async (answer, change) => {
      if (answer?.ofAccount === false) return goOnAsGuest(change);
      await keep(change);
      toast({
        tone: 'done',
        title: t(change.save ? 'toast.favAdd.title' : 'toast.favRemove.title'),
        text: t(change.save ? 'toast.favAdd.text' : 'toast.favRemove.text'),
        announceFirst: titlePart(change.deal, t),
      });
    },
    onSettled: (_answer, _error, change) => {
      unsent.delete(change);
      return queries.isMutating({ mutationKey }) === 1 ? askAnew() : undefined;
    },
  });

  const has = (id: string) => {
    const last = pressed.findLast(({ deal }) => deal.id === id);
    if (last) return last.save;
    return visitor.state === 'guest' ? onDevice.includes(id) : !!saved?.some(({ dealId }) => dealId === id);
  };
  return {
    has,
    refused: (id) => isError && variables.deal.id === id,
    toggle: (deal) => {
      const change = { deal, save: !has(deal.id) };
      unsent.add(change);
      mutate(change);
    },
  };
}
