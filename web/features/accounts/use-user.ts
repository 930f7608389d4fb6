import { type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts, type User } from '#core/contract/accounts.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import type { Deal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/deals.ts';
import { api } from '#web/kit/api.ts';
import { useHydrated } from '#web/kit/hydrated.ts';
import { forgetPersonalThings, keptInBrowser, useKept } from '#web/kit/kept.ts';
import { cookie, renewSessionId, sessionId } from '#web/kit/preferences.ts';
import { tellTabs } from '#web/kit/tabs.ts';
import { dismissReason } from '#web/kit/toasts.ts';

/** Set beside the session cookie, which scripts cannot read, so that a guest's page asks nothing in vain. */
const HINT = 'signedIn';

/** Whether it makes sense to ask who is here. */
export const mayBeSignedIn = (): boolean => cookie(HINT) !== null;

/** That a session ended against the will of who was here; nobody has signed in since, and nobody has left. */
const ended = keptInBrowser<boolean>('sessionEnded', {
  none: false,
  read: (stored) => stored === true,
  isPersonal: (_, isEnd) => !isEnd,
  isOfTab: true,
});

/** Nothing of whoever was here is left for the next person, as when they leave. */
export function rememberEnd(): void {
  if (ended.get()) return;
  forgetPersonalThings(true);
  ended.set(true);
}

/** Calls `listener` when this tab comes to know that a session ended; answers how to stop that. */
export function onSessionEnd(listener: () => void): () => void {
  let hadEnded = ended.get();
  return ended.subscribe(() => {
    const isNews = ended.get() && !hadEnded;
    hadEnded = ended.get();
    if (isNews) listener();
  });
}

/** Whether a guest is one against their will: what they had is not gone. */
export const useHasEnded = (): boolean => useKept(ended);

/** What tabs tell each other when somebody signed in or out. */
export const VISITOR_NEWS = 'visitor';

/** The same of whoever left for good: they signed out, closed the account, or another signed in over them. */
export const LEFT_NEWS = 'left';

/** The same of whose session ended against their will. */
export const ENDED_NEWS = 'ended';

/** Changes whenever somebody else is here: all tabs share the cookie and the label. */
const markOfVisitor = () => `${cookie(HINT) !== null} ${sessionId()}`;
let knownMark: string | null = null;

/** How often somebody else came to be here: what is answered about who was here before is no news. */
let changes = 0;

/** Whether somebody signed in or out since this tab asked who is here. */
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

/** Who is looking at the page, as far as it is known. */
export type Visitor =
  | { state: 'asking' }
  | { state: 'guest' }
  | { state: 'user'; user: User }
  | { state: 'failed'; error: Error; retry: () => void };

const asking: Visitor = { state: 'asking' };
const guest: Visitor = { state: 'guest' };

/** `asking` on the server and while a page hydrates, because pages are the same for everybody. */
export function useUser(): Visitor {
  const { data, error, refetch } = useQuery(userQuery);
  const hydrated = useHydrated();
  if (!hydrated) return asking;
  if (data) return { state: 'user', user: data };
  if (data === null) return guest;
  return error ? { state: 'failed', error, retry: () => void refetch() } : asking;
}

/** Resolves to the user, or null for a guest, once that is known; what was pressed earlier waits for it. */
export function useFindUser(): () => Promise<User | null> {
  const queries = useQueryClient();
  return () => queries.ensureQueryData(userQuery);
}

const LISTS = /^\/api\/(deals(\/featured)?(\?|$)|categories)/;
const DEAL = /^\/api\/deals\/[^/?]+$/;

/** The lists are the same whoever asks; a deal is unless only some may see it. */
function isForEverybody({ queryKey, state }: Query): boolean {
  const url = String(queryKey[0]);
  return LISTS.test(url) || (DEAL.test(url) && Boolean(state.data) && isPublic(state.data as Deal));
}

/** Forgets what belongs to the one before; an answer that is still on its way is about them too. */
function forgetPersonal(queries: QueryClient): void {
  void queries.cancelQueries({ queryKey: userQuery.queryKey });
  queries.removeQueries({
    predicate: (query) => !isForEverybody(query) && query.queryKey[0] !== userQuery.queryKey[0],
  });
}

/**
 * Takes over who is signed in, forgetting everything personal of the one before, and tells the other tabs. `isEnd`: the session
 * ended against their will.
 */
export function useBecome(): (user: User | null, how?: { isEnd: boolean }) => void {
  const queries = useQueryClient();
  return (user, { isEnd } = { isEnd: false }) => {
    changes += 1;
    const before = queries.getQueryData(userQuery.queryKey);
    const hasLeft = user === null ? !isEnd : Boolean(before && before.id !== user.id);
    if (hasLeft || isEnd) {
      forgetPersonalThings(isEnd);
      renewSessionId();
    }
    knownMark = markOfVisitor();
    forgetPersonal(queries);
    queries.setQueryData(userQuery.queryKey, user);
    if (user) dismissReason();
    if (user || isEnd) ended.set(isEnd);
    tellTabs(isEnd ? ENDED_NEWS : VISITOR_NEWS);
    if (hasLeft) tellTabs(LEFT_NEWS);
  };
}

/** Somebody signed in or out in another tab: this one knows nobody until it has asked. */
export async function askWhoIsHere(queries: QueryClient): Promise<void> {
  changes += 1;
  forgetPersonal(queries);
  await queries.resetQueries({ queryKey: userQuery.queryKey });
}
