import { type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts, type User } from '#core/contract/accounts/accounts.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import type { Deal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/deals.ts';
import { api } from '#web/kit/data/api.ts';
import { clearPersonalState, createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { broadcast } from '#web/kit/data/tabs.ts';
import { cookie, renewSessionId, sessionId } from '#web/kit/preferences.ts';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { dismissReason } from '#web/kit/toasts.ts';

/** A cookie beside the HttpOnly session cookie, so that guests' pages do not request the user. */
const HINT = 'signedIn';

export const mayBeSignedIn = (): boolean => cookie(HINT) !== null;

/** Whether a session ended without a sign-out, and nobody has signed in since. */
const ended = createStoredState<boolean>('sessionEnded', {
  none: false,
  read: (stored) => stored === true,
  isPersonal: (_, isEnd) => !isEnd,
  isOfTab: true,
});

/** Clears personal data on the device, as on sign-out. */
export function rememberEnd(): void {
  if (ended.get()) return;
  clearPersonalState(true);
  ended.set(true);
}

/** Calls `listener` when this tab learns that a session ended; returns the unsubscribe function. */
export function onSessionEnd(listener: () => void): () => void {
  let hadEnded = ended.get();
  return ended.subscribe(() => {
    const isNews = ended.get() && !hadEnded;
    hadEnded = ended.get();
    if (isNews) listener();
  });
}

/** Whether a guest is one because their session ended. */
export const useHasEnded = (): boolean => useStoredState(ended);

/** Broadcast to other tabs when somebody signed in or out. */
export const VISITOR_NEWS = 'visitor';

/** Broadcast when somebody signed out, closed the account, or was replaced by another user. */
export const LEFT_NEWS = 'left';

/** Broadcast when a session ended without a sign-out. */
export const ENDED_NEWS = 'ended';

/** Changes whenever the user changes: all tabs share the cookie and the label. */
const markOfVisitor = () => `${cookie(HINT) !== null} ${sessionId()}`;
let knownMark: string | null = null;

/** Counts changes of the user: responses about an earlier user are dropped. */
let changes = 0;

/** Whether the user changed since this tab asked. */
export const isSomebodyElse = () => knownMark !== null && knownMark !== markOfVisitor();

/** The signed-in user, or null: a 401 is an answer here, not an error (Spec 1 §7). */
export const userQuery = queryOptions({
  queryKey: [urlOf(accounts.me)],
  queryFn: async (): Promise<User | null> => {
    knownMark = markOfVisitor();
    const asked = changes;
    if (!mayBeSignedIn()) return null;
    try {
      const { user } = await api.call(accounts.me);
      if (asked === changes && ended.get()) ended.set(false);
      return user;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      if (asked === changes) rememberEnd();
      return null;
    }
  },
});

type Visitor =
  | { state: 'asking' }
  | { state: 'guest' }
  | { state: 'user'; user: User }
  | { state: 'failed'; error: Error; retry: () => void };

const asking: Visitor = { state: 'asking' };
const guest: Visitor = { state: 'guest' };

/** `asking` on the server and during hydration, because pages are cached for everybody. */
export function useUser(): Visitor {
  const { data, error, refetch } = useQuery(userQuery);
  const hydrated = useHydrated();
  if (!hydrated) return asking;
  if (data) return { state: 'user', user: data };
  if (data === null) return guest;
  return error ? { state: 'failed', error, retry: () => void refetch() } : asking;
}

/** Resolves to the user, or null for a guest, once that is known. */
export function useFindUser(): () => Promise<User | null> {
  const queries = useQueryClient();
  return () => queries.ensureQueryData(userQuery);
}

const LISTS = /^\/api\/(deals(\/featured)?(\?|$)|categories)/;
const DEAL = /^\/api\/deals\/[^/?]+$/;

/** Queries whose answer is the same for every user; a deal is, unless only some may see it. */
function isForEverybody({ queryKey, state }: Query): boolean {
  const url = String(queryKey[0]);
  return LISTS.test(url) || (DEAL.test(url) && Boolean(state.data) && isPublic(state.data as Deal));
}

/** Removes personal queries, and cancels those in flight. */
function forgetPersonal(queries: QueryClient): void {
  void queries.cancelQueries({ queryKey: userQuery.queryKey });
  queries.removeQueries({
    predicate: (query) => !isForEverybody(query) && query.queryKey[0] !== userQuery.queryKey[0],
  });
}

/**
 * Switches to another user, clears the personal data of the one before, and tells the other tabs. `isEnd`: the session ended
 * without a sign-out.
 */
export function useBecome(): (user: User | null, how?: { isEnd: boolean }) => void {
  const queries = useQueryClient();
  return (user, { isEnd } = { isEnd: false }) => {
    changes += 1;
    const before = queries.getQueryData(userQuery.queryKey);
    const hasLeft = user === null ? !isEnd : Boolean(before && before.id !== user.id);
    if (hasLeft || isEnd) {
      clearPersonalState(isEnd);
      renewSessionId();
    }
    knownMark = markOfVisitor();
    forgetPersonal(queries);
    queries.setQueryData(userQuery.queryKey, user);
    if (user) dismissReason();
    if (user || isEnd) ended.set(isEnd);
    broadcast(isEnd ? ENDED_NEWS : VISITOR_NEWS);
    if (hasLeft) broadcast(LEFT_NEWS);
  };
}

/** After a change in another tab: the user is unknown until the server has answered. */
export async function askWhoIsHere(queries: QueryClient): Promise<void> {
  changes += 1;
  forgetPersonal(queries);
  await queries.resetQueries({ queryKey: userQuery.queryKey });
}
