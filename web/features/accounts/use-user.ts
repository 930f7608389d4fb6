import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts, type User } from '#core/contract/accounts.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { api } from '#web/kit/api.ts';
import { useHydrated } from '#web/kit/hydrated.ts';
import { cookie, renewSessionId } from '#web/kit/preferences.ts';

/** Set beside the session cookie, which scripts cannot read, so that a guest's page asks nothing in vain. */
const HINT = 'signedIn';

/** The signed-in user, or null: a 401 is an answer here, not an error (Spec 1 §7). */
export const userQuery = queryOptions({
  queryKey: [urlOf(accounts.me)],
  queryFn: async (): Promise<User | null> => {
    if (cookie(HINT) === null) return null;
    try {
      return (await api.call(accounts.me)).user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** `undefined` until it is known, as on the server, where pages are the same for everybody. */
export function useUser(): User | null | undefined {
  const { data } = useQuery(userQuery);
  return useHydrated() ? data : undefined;
}

const PUBLIC = /^\/api\/(deals|categories)/;

/** Takes over who is signed in, forgetting everything personal of the one before. */
export function useBecome(): (user: User | null) => void {
  const queries = useQueryClient();
  return (user) => {
    if (user === null) renewSessionId();
    queries.removeQueries({
      predicate: ({ queryKey }) => !PUBLIC.test(String(queryKey[0])) && queryKey[0] !== userQuery.queryKey[0],
    });
    queries.setQueryData(userQuery.queryKey, user);
  };
}
