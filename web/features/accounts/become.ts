/** Changes of the user, in this tab and in others. */
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Deal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/deals.ts';
import { clearPersonalState, useStoredState } from '#web/kit/data/stored-state.ts';
import { broadcast } from '#web/kit/data/tabs.ts';
import { renewSessionId } from '#web/kit/preferences.ts';
import { dismissReason } from '#web/kit/toasts.ts';
import { ended, endedBefore, known, markOfVisitor, userQuery } from './use-user.ts';

let hadEnded = endedBefore;

/** Calls `listener` when this tab learns that a session ended, also before this call; returns the unsubscribe function. */
export function onSessionEnd(listener: () => void): () => void {
  const look = () => {
    const isNews = ended.get() && !hadEnded;
    hadEnded = ended.get();
    if (isNews) listener();
  };
  look();
  return ended.subscribe(look);
}

/** Whether a guest is one because their session ended. */
export const useHasEnded = (): boolean => useStoredState(ended);

/** Broadcast to other tabs when somebody signed in or out. */
export const VISITOR_NEWS = 'visitor';

/** Broadcast when somebody signed out, closed the account, or was replaced by another user. */
export const LEFT_NEWS = 'left';

/** Broadcast when a session ended without a sign-out. */
export const ENDED_NEWS = 'ended';

/** Whether the user changed since this tab asked. */
export const isSomebodyElse = () => known.mark !== null && known.mark !== markOfVisitor();

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
    known.changes += 1;
    const before = queries.getQueryData(userQuery.queryKey);
    const hasLeft = user === null ? !isEnd : Boolean(before && before.id !== user.id);
    if (hasLeft || isEnd) {
      clearPersonalState(isEnd);
      renewSessionId();
    }
    known.mark = markOfVisitor();
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
  known.changes += 1;
  forgetPersonal(queries);
  await queries.resetQueries({ queryKey: userQuery.queryKey });
}
