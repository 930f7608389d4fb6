/** The deals of the signed-in dealer, their changes, and what was typed into the forms of deals. */
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#core/contract/accounts/accounts.ts';
import { urlOf } from '#core/contract/call.ts';
import { memberships } from '#core/contract/memberships.ts';
import { type DealChange, type OwnDeal, ownDeals } from '#core/contract/own-deals.ts';
import type { Translate } from '#core/i18n/t.ts';
import { api } from '#web/kit/data/api.ts';
import { pagesQuery } from '#web/kit/data/queries.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';

/** Spec 2 §9; not while the tab is hidden. */
const POLL_MS = 30_000;

export const useOwnDeals = () =>
  useInfiniteQuery({ ...pagesQuery(api, ownDeals.list), staleTime: 0, refetchInterval: POLL_MS });

export const useTotals = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: [urlOf(ownDeals.totals)],
    queryFn: () => api.call(ownDeals.totals),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });

const ownMembership = queryOptions({
  queryKey: [urlOf(memberships.own)],
  queryFn: () => api.call(memberships.own),
});

/** Why no deal can be posted now; administrators need no membership. */
export function useObstacle(user: User): 'membershipNeeded' | 'noPostsLeft' | null {
  const { data: membership } = useQuery({ ...ownMembership, enabled: user.role !== 'admin' });
  if (user.role === 'admin' || membership === undefined) return null;
  if (!membership?.isLive) return 'membershipNeeded';
  return membership.postsRemaining === 0 ? 'noPostsLeft' : null;
}

/** Spec 2 §7: what is fetched again after each change of a deal, and the salon that the first one creates. */
const CHANGED = /^\/api\/(admin|deals|user\/(deals|salon)|salons|categories|membership)\b/;

export function useRefreshDeals(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.some((part) => CHANGED.test(String(part))),
    });
}

/** Pauses, resumes, hides or shows a deal (`change`), or deletes it (null). */
export function useChangeDeal({ id }: OwnDeal, onDeleted: () => void) {
  const t = useT();
  const refresh = useRefreshDeals();
  const mutation = useMutation({
    mutationFn: async (change: DealChange | null) => {
      if (change) await api.call(ownDeals.update, { params: { id }, body: change });
      else await api.call(ownDeals.remove, { params: { id } });
    },
    onSuccess: (_, change) => {
      if (change === null) {
        onDeleted();
        toast({ tone: 'done', title: t('myDeals.deleted') });
      } else tellChanged(change, { t, undo: (back) => mutation.mutate(back) });
    },
    onError: (error) => {
      toastFailure(error, { t, title: t('myDeals.failed'), text: reasonOf(error, t) });
    },
    onSettled: refresh,
  });
  return mutation;
}

/** Asks the administrators to review a deal, by its id, that one of them hid. */
export function useReviewRequest() {
  const t = useT();
  const refresh = useRefreshDeals();
  return useMutation({
    mutationFn: (id: string) => api.call(ownDeals.requestReview, { params: { id } }),
    onSuccess: () => toast({ tone: 'done', title: t('myDeals.review.sent'), text: t('myDeals.review.open') }),
    onError: (error) => toastFailure(error, { t, title: t('myDeals.review.failed'), text: reasonOf(error, t) }),
    onSettled: refresh,
  });
}

/** The effect of a change; what took the deal off sale can be undone. */
function tellChanged(change: DealChange, { t, undo }: { t: Translate; undo: (back: DealChange) => void }): void {
  if (change.isActive || change.isHidden === false) {
    toast({ tone: 'done', title: t(change.isActive ? 'myDeals.resumed' : 'myDeals.shown') });
    return;
  }
  const [name, back] = change.isHidden
    ? (['hide', { isHidden: false }] as const)
    : (['pause', { isActive: true }] as const);
  toast({
    tone: 'done',
    title: t(`myDeals.${name}.done`),
    text: t(`myDeals.${name}.effect`),
    action: { label: t('myDeals.undo'), run: () => undo(back) },
    isBrief: true,
  });
}

export interface Draft {
  /** Idempotency key of the submission. */
  key: string;
  typed: Record<string, unknown>;
}

interface Drafts {
  userId: string;
  /** By form: the id of the edited or copied deal, or `new`. */
  forms: Record<string, Draft>;
}

/** Kept until the form is sent or discarded, also over reloads and a session that ended. */
const drafts = createStoredState<Drafts | null>('dealDrafts', {
  none: null,
  read: (stored) => (isDrafts(stored) ? stored : null),
  isPersonal: (_, isEnd) => !isEnd,
});

function isDrafts(stored: unknown): stored is Drafts {
  const { userId, forms } = (stored ?? {}) as Partial<Record<string, unknown>>;
  if (typeof userId !== 'string' || typeof forms !== 'object' || forms === null) return false;
  return Object.values(forms).every((draft) => typeof draft?.key === 'string' && typeof draft.typed === 'object');
}

const formsOf = (kept: Drafts | null, userId: string) => (kept?.userId === userId ? kept.forms : {});

export const draftOf = (userId: string, form: string): Draft | undefined => formsOf(drafts.get(), userId)[form];

export function keepDraft(userId: string, form: string, draft: Draft | null): void {
  const { [form]: _, ...others } = formsOf(drafts.readFresh(), userId);
  drafts.set({ userId, forms: draft ? { ...others, [form]: draft } : others });
}

export const useHasDraft = (userId: string): boolean => 'new' in formsOf(useStoredState(drafts), userId);
