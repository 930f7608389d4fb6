import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts, type User } from '#core/contract/accounts/accounts.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { api } from '#web/kit/data/api.ts';
import { clearPersonalState, createStoredState } from '#web/kit/data/stored-state.ts';
import { cookie, sessionId } from '#web/kit/preferences.ts';
import { useHydrated } from '#web/kit/router/page-state.ts';

/** A cookie beside the HttpOnly session cookie, so that guests' pages do not request the user. */
const HINT = 'signedIn';

export const mayBeSignedIn = (): boolean => cookie(HINT) !== null;

/** Whether a session ended without a sign-out, and nobody has signed in since. */
export const ended = createStoredState<boolean>('sessionEnded', {
  none: false,
  read: (stored) => stored === true,
  isPersonal: (_, isEnd) => !isEnd,
  isOfTab: true,
});

/** The same when this page began. */
export const endedBefore: boolean = ended.get();

/** Clears personal data on the device, as on sign-out. */
export function rememberEnd(): void {
  if (ended.get()) return;
  clearPersonalState(true);
  ended.set(true);
}

/** Changes whenever the user changes: all tabs share the cookie and the label. */
export const markOfVisitor = () => `${cookie(HINT) !== null} ${sessionId()}`;

/** `mark`: of the user that this tab knows. `changes` counts changes of the user: responses about an earlier user are dropped. */
export const known: { mark: string | null; changes: number } = { mark: null, changes: 0 };

/** The signed-in user, or null: a 401 is an answer here, not an error (Spec 1 §7). */
export const userQuery = queryOptions({
  queryKey: [urlOf(accounts.me)],
  queryFn: async (): Promise<User | null> => {
    known.mark = markOfVisitor();
    const asked = known.changes;
    if (!mayBeSignedIn()) return null;
    try {
      const { user } = await api.call(accounts.me);
      if (asked === known.changes && ended.get()) ended.set(false);
      return user;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      if (asked === known.changes) rememberEnd();
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
