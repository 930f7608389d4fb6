import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { type Favorite, favorites } from '#core/contract/favorites.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { useFindUser, useUser } from '#web/features/accounts/use-user.ts';
import { Titled, titleOf } from '#web/features/deals/deal-words.tsx';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { api } from '#web/kit/data/api.ts';
import { hasConnection } from '#web/kit/data/online.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { loadWords, useT } from '#web/kit/i18n/i18n.tsx';
import { lacksCookies, sessionId } from '#web/kit/preferences.ts';
import { Heart } from '#web/ui/icons.ts';
import { setGuestFavorite, setGuestFavorites, useGuestFavorites } from './guest-favorites.ts';

export function HeartIcon({ filled }: { filled: boolean }) {
  return (
    <Heart key={String(filled)} size={22} className={filled ? 'animate-bump fill-current text-brand' : 'text-ink'} />
  );
}

/** Spec 1 §8 shows no message on failure; the heart switches back and a screen reader announces it. */
export function Refused({ when }: { when: boolean }) {
  const t = useT();
  useAnnounce(when && t('favorites.failed'));
  return null;
}

export function SaveHeart({ deal, hearts }: { deal: DealCard; hearts: Hearts }) {
  const t = useT();
  const isSaved = hearts.has(deal.id);
  return (
    <>
      <button
        type="button"
        onClick={(event) => isRepeatClick(event) || hearts.toggle(deal)}
        className="grid size-11 place-items-center rounded-full bg-surface shadow-card eased active:scale-90"
      >
        <HeartIcon filled={isSaved} />
        <span className="sr-only">
          <Titled deal={deal}>{`${isSaved ? t('favorites.remove') : t('favorites.add')}: ${titleOf(deal, t)}`}</Titled>
        </span>
      </button>
      <Refused when={hearts.refused(deal.id)} />
    </>
  );
}

const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

const accountQuery = () =>
  queryOptions({
    queryKey: [urlOf(favorites.list, { params: { sessionId: label() } })],
    queryFn: ({ signal }) =>
      listAll((query) => api.page(favorites.list, { params: { sessionId: label() }, query }, signal)),
  });

/** Copies the guest's favorites from the server to the device. */
const guestQuery = queryOptions({
  queryKey: [urlOf(favorites.mine)],
  queryFn: async ({ signal }) => {
    const all = await listAll((query) => api.page(favorites.mine, { query }, signal));
    setGuestFavorites(all.map(({ dealId }) => dealId));
    return all;
  },
});

type Page = { items: Favorite[]; next: string | null };

/** All pages: every heart must know whether its deal is saved. */
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

export interface Switch {
  deal: DealCard;
  save: boolean;
}

const mutationKey = ['favorites'];

/** Toggles that wait for the user to be known, or for the response to an earlier one. */
const unsent = new Set<Switch>();

function send(change: Switch): Promise<{ ofAccount: boolean }> {
  unsent.delete(change);
  const { deal, save } = change;
  return save
    ? api.call(favorites.add, { body: { dealId: deal.id, sessionId: label() } })
    : api.call(favorites.remove, { params: { dealId: deal.id, sessionId: label() } });
}

/** What was toggled without a connection before the page was left. */
const offlineChanges = createStoredState<readonly Switch[]>('unsentFavorites', {
  none: [],
  read: (stored) => (Array.isArray(stored) ? stored : []),
  isPersonal: () => true,
});

/** Sent with keepalive as the page is left: the server knows the user. Without a connection they are kept for the next page. */
function sendTheRest(): void {
  const last = new Map([...unsent].map((change) => [change.deal.id, change]));
  unsent.clear();
  const isOffline = !hasConnection();
  // Another tab may have left some.
  if (isOffline && last.size > 0) offlineChanges.set([...offlineChanges.readFresh(), ...last.values()]);
  if (isOffline) return;
  // No one is there to read an error.
  for (const change of last.values()) send(change).catch(() => {});
}

if (typeof window !== 'undefined') addEventListener('pagehide', sendTheRest);

/** Toggles without a response, oldest first. */
const usePressed = () =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Switch,
  });

/** The saved deals, without those being removed; a guest's only where they are listed. */
export function useFavorites({ ofGuestsToo = false } = {}) {
  const visitor = useUser();
  const pressed = usePressed();
  const ofAccount = useQuery({ ...accountQuery(), enabled: visitor.state === 'user' });
  const ofGuest = useQuery({ ...guestQuery, enabled: visitor.state === 'guest' && ofGuestsToo });
  const { data, error, refetch } = visitor.state === 'user' ? ofAccount : ofGuest;
  const isLeaving = (id: string) => pressed.findLast(({ deal }) => deal.id === id)?.save === false;
  // No user is known during hydration.
  const known = visitor.state === 'user' || visitor.state === 'guest' ? data : undefined;
  return { saved: known?.filter(({ dealId }) => !isLeaving(dealId)), error, refetch };
}

/** Toggles again what was toggled without a connection before the page was left. */
function useOfflineChanges(toggle: (change: Switch) => void): void {
  const replay = useEffectEvent(() => {
    const changes = offlineChanges.readFresh();
    if (changes.length === 0) return;
    offlineChanges.set([]);
    for (const change of changes) {
      unsent.add(change);
      toggle(change);
    }
  });
  useEffect(() => replay(), []);
}

export interface Hearts {
  has: (dealId: string) => boolean;
  /** Whether the last toggle of this deal was refused. */
  refused: (dealId: string) => boolean;
  toggle: (deal: DealCard) => void;
}

/** Which deals are saved (optimistic update), and the toggle. Once per page. */
export function useHearts(): Hearts {
  const t = useT();
  const findUser = useFindUser();
  const queries = useQueryClient();
  const lists = [accountQuery().queryKey, guestQuery.queryKey];
  const { saved } = useFavorites();
  const onDevice = useGuestFavorites();
  const visitor = useUser();
  const pressed = usePressed();

  /** Stores a guest's change on the device at once. */
  const sendForGuest = async (change: Switch) => {
    setGuestFavorite(change.deal.id, change.save);
    await send(change).catch((error: unknown) => {
      setGuestFavorite(change.deal.id, !change.save);
      throw error;
    });
    // A list requested earlier may have arrived meanwhile.
    setGuestFavorite(change.deal.id, change.save);
  };

  const askAnew = () => Promise.all(lists.map((queryKey) => queries.invalidateQueries({ queryKey })));

  const { mutate, isError, variables } = useMutation({
    mutationKey,
    scope: { id: 'favorites' },
    // Without a connection it waits.
    networkMode: 'online',
    mutationFn: async (change: Switch) => {
      try {
        if (await findUser()) return await send(change);
        await sendForGuest(change);
      } catch (error) {
        // The retry may wait for the connection.
        unsent.add(change);
        throw error;
      }
    },
    onSuccess: async (answer, change) => {
      const [{ afterSaving }] = await Promise.all([import('./after-saving.ts'), loadWords([])]);
      await afterSaving(change, {
        t,
        queries,
        lists,
        sessionId: label(),
        askAnew,
        isOfGuest: answer?.ofAccount === false,
      });
    },
    onSettled: (_answer, _error, change) => {
      unsent.delete(change);
      return queries.isMutating({ mutationKey }) === 1 ? askAnew() : undefined;
    },
  });

  useOfflineChanges(mutate);

  const has = (id: string) => {
    const last = pressed.findLast(({ deal }) => deal.id === id);
    if (last) return last.save;
    return visitor.state === 'guest' ? onDevice.includes(id) : !!saved?.some(({ dealId }) => dealId === id);
  };
  return {
    has,
    refused: (id) => isError && variables.deal.id === id,
    toggle: (deal) => {
      if (lacksCookies(t)) return;
      const change = { deal, save: !has(deal.id) };
      unsent.add(change);
      mutate(change);
    },
  };
}
