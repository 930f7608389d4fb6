/** The requests of the user to post deals, and what they typed for the next one. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { isRefusal, urlOf } from '#core/contract/call.ts';
import { dealers, type OwnDealerRequest } from '#core/contract/dealers.ts';
import type { BodyOf } from '#core/contract/endpoint.ts';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';

/** Spec 2 §9. */
const POLL_MS = 5000;

const ownRequests = queryOptions({
  queryKey: [urlOf(dealers.mine)],
  queryFn: () => api.call(dealers.mine),
  // An administrator may have decided meanwhile.
  staleTime: 0,
});

/** The latest request, or null; polled while it is pending and the tab is visible. */
export function useDealerRequest(user: User) {
  const queries = useQueryClient();
  const query = useQuery({
    ...ownRequests,
    select: ([latest = null]) => latest,
    refetchInterval: ({ state: { data } }) => (data?.[0]?.status === 'pending' ? POLL_MS : false),
  });
  const isNews = query.data?.status === 'approved' && !user.canPostDeals;
  useEffect(() => {
    if (isNews) void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [isNews, queries]);
  return query;
}

export type Application = BodyOf<typeof dealers.request>;

/** Sends a request. If its answer is lost, the retry finds it pending: it was sent, and null is returned. */
export function useSendRequest(): (body: Application) => Promise<OwnDealerRequest | null> {
  const isLost = useRef(false);
  return async (body) => {
    try {
      return await api.call(dealers.request, { body });
    } catch (error) {
      if (isLost.current && codeOfRefusal(error) === 'dealers.pending') return null;
      isLost.current = !isRefusal(error);
      throw error;
    }
  };
}

/** Shows a new request, or fetches the latest: it may have been made elsewhere. */
export function useShowRequest(): (request: OwnDealerRequest | null) => void {
  const queries = useQueryClient();
  return (request) => {
    if (request) queries.setQueryData(ownRequests.queryKey, (before = []) => [request, ...before]);
    else void queries.invalidateQueries({ queryKey: ownRequests.queryKey });
  };
}

type Typed = { [Name in keyof Application]?: string | undefined };

/** What was typed when the session ended, the page was reloaded or sending failed; kept in this tab. */
const draft = createStoredState<{ userId: string; typed: Typed } | null>('dealerRequestDraft', {
  none: null,
  read: (stored) => (isDraft(stored) ? stored : null),
  isPersonal: (_, isEnd) => !isEnd,
  isOfTab: true,
});

function isDraft(stored: unknown): stored is { userId: string; typed: Typed } {
  const { userId, typed } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return typeof userId === 'string' && typeof typed === 'object' && typed !== null;
}

export const keepDraft = draft.set;

/** Null also for a draft of another user. */
export function draftOf(userId: string): Typed | null {
  const kept = draft.get();
  return kept?.userId === userId ? kept.typed : null;
}
