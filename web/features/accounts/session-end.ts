import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ApiError } from '#core/contract/call.ts';
import { onApiError } from '#web/kit/data/api.ts';
import { clearTabState } from '#web/kit/data/stored-state.ts';
import { onBroadcast } from '#web/kit/data/tabs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { cameFromHere } from '#web/kit/router/link.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { dismissReason, isReasonSaid, toast } from '#web/kit/toasts.ts';
import {
  askWhoIsHere,
  ENDED_NEWS,
  isSomebodyElse,
  LEFT_NEWS,
  onSessionEnd,
  useBecome,
  VISITOR_NEWS,
} from './become.ts';
import { rememberEnd, userQuery } from './use-user.ts';

let isExpected = false;

/** Set while an action is in flight that ends the session and announces that itself. */
export function expectSessionEnd(is: boolean): void {
  isExpected = is;
}

/**
 * Makes a user whose session has ended a guest, from the first call that is refused for it, and offers to sign in and
 * return. `words`: what happened to the pending action, if any.
 */
export function useSessionEnd(words: () => string | undefined = () => undefined): void {
  const tell = useTellSessionEnd();
  const queries = useQueryClient();
  const become = useBecome();
  const isAsking = useRef(false);

  const onError = useEffectEvent(async ({ code }: ApiError) => {
    if (code !== 'access.notAuthenticated' || isExpected || isAsking.current) return;
    if (!queries.getQueryData(userQuery.queryKey)) return;
    isAsking.current = true;
    try {
      // The call may be older than a sign-in, so the server is asked.
      if ((await queries.fetchQuery({ ...userQuery, staleTime: 0 })) === null) become(null, { isEnd: true });
    } catch {
    } finally {
      isAsking.current = false;
    }
  });
  useEffect(() => onApiError(onError), []);
  const say = useEffectEvent(() => {
    // The refusal of the call was shown already.
    if (isExpected || isReasonSaid()) return;
    tell({ text: words(), address: signInAddress(location.pathname + location.search), comesBack: true });
  });
  useEffect(() => onSessionEnd(say), []);
}

interface SessionEnd {
  /** What happened to the pending action; by default that they can continue where they were. */
  text?: string | undefined;
  /** Of the sign-in page. */
  address: string;
  /** Whether signing in leads back to the page on which the action is pressed. */
  comesBack?: boolean;
}

/** Announces that a session ended. */
export function useTellSessionEnd(): (end: SessionEnd) => void {
  const t = useT();
  const navigate = useNavigate();
  return ({ text = t('auth.sessionEnded.text'), address, comesBack = false }) =>
    toast({
      tone: 'failed',
      title: t('auth.sessionEnded'),
      text,
      action: {
        label: t('login.action'),
        run: () => navigate(address, { state: comesBack ? cameFromHere() : null }),
        leadsTo: '/login',
      },
      isReason: true,
    });
}

/** The sign-in page that redirects to `next`, a path of this site; `add` is a deal to add to the cart then. */
export const signInAddress = (next: string, add?: string): string =>
  `/login?next=${encodeURIComponent(next)}${add ? `&add=${add}` : ''}`;

const isSeen = () => document.visibilityState === 'visible';

/** Follows sign-ins and sign-outs of other tabs: by broadcast, or when this tab becomes visible again. */
export function useOtherTabs(): void {
  const t = useT();
  const queries = useQueryClient();
  const tellEnd = useEffectEvent(() => isReasonSaid() || toast({ tone: 'note', title: t('auth.sessionEnded') }));
  useEffect(() => {
    let isEndUntold = false;
    const tell = () => {
      if (!isEndUntold || !isSeen()) return;
      isEndUntold = false;
      tellEnd();
    };
    const ask = async (isEnd = false) => {
      const before = queries.getQueryData(userQuery.queryKey);
      await askWhoIsHere(queries);
      const now = queries.getQueryData(userQuery.queryKey);
      if (before && now === null) {
        if (isEnd) rememberEnd();
        else isEndUntold = true;
      }
      if (now) {
        isEndUntold = false;
        dismissReason();
      }
      tell();
    };
    const look = () => {
      if (!isSeen()) return;
      tell();
      if (isSomebodyElse()) void ask();
    };
    const stopHearing = onBroadcast(VISITOR_NEWS, () => void ask());
    const stopHearingOfEnds = onBroadcast(ENDED_NEWS, () => void ask(true));
    const stopForgetting = onBroadcast(LEFT_NEWS, clearTabState);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      stopHearing();
      stopHearingOfEnds();
      stopForgetting();
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries]);
}
