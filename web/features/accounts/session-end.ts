import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '#core/contract/call.ts';
import { useT } from '#web/kit/i18n.tsx';
import { forgetThingsOfTab } from '#web/kit/kept.ts';
import { cameFromHere } from '#web/kit/link.tsx';
import { onRefusal } from '#web/kit/refusals.ts';
import { hearTabs } from '#web/kit/tabs.ts';
import { dismissReason, isReasonSaid, toast } from '#web/kit/toasts.ts';
import {
  askWhoIsHere,
  ENDED_NEWS,
  isSomebodyElse,
  LEFT_NEWS,
  onSessionEnd,
  rememberEnd,
  useBecome,
  userQuery,
  VISITOR_NEWS,
} from './use-user.ts';

let isExpected = false;

/** Whoever ends it, without knowing yet whether they did, says so themselves. */
export function expectSessionEnd(is: boolean): void {
  isExpected = is;
}

/**
 * Whose session ended elsewhere is a guest from the first call on that says so, and may sign in and come back. `words` says
 * what became of what they wanted, if there is anything to say.
 */
export function useSessionEnd(words: () => string | undefined = () => undefined): void {
  const tell = useTellSessionEnd();
  const queries = useQueryClient();
  const become = useBecome();
  const isAsking = useRef(false);

  const hear = useEffectEvent(async ({ code }: ApiError) => {
    if (code !== 'access.notAuthenticated' || isExpected || isAsking.current) return;
    if (!queries.getQueryData(userQuery.queryKey)) return;
    isAsking.current = true;
    try {
      // The call may be older than a sign-in, so it is not believed without asking.
      if ((await queries.fetchQuery({ ...userQuery, staleTime: 0 })) === null) become(null, { isEnd: true });
    } catch {
      // Nobody can tell now; the next call will.
    } finally {
      isAsking.current = false;
    }
  });
  useEffect(() => onRefusal(hear), []);
  const say = useEffectEvent(() => {
    // What came of what they wanted says it too.
    if (isExpected || isReasonSaid()) return;
    tell({ text: words(), address: signInAddress(location.pathname + location.search), comesBack: true });
  });
  useEffect(() => onSessionEnd(say), []);
}

interface SessionEnd {
  /** What became of what they wanted; else that they can go on where they were. */
  text?: string | undefined;
  /** The address of the sign-in page that leads on. */
  address: string;
  /** Whether its page leads back to the one on which that is pressed. */
  comesBack?: boolean;
}

/** Says that a session ended against the will of whoever is here, also where they are led to sign in at once. */
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

/** Where one signs in to come back to `next`, a path of this site; `add` names a deal that then goes into the cart. */
export const signInAddress = (next: string, add?: string): string =>
  `/login?next=${encodeURIComponent(next)}${add ? `&add=${add}` : ''}`;

const isSeen = () => document.visibilityState === 'visible';

/** Who signed in or out in another tab has done so here: told at once, or seen when this tab is looked at again. */
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
    const stopHearing = hearTabs(VISITOR_NEWS, () => void ask());
    const stopHearingOfEnds = hearTabs(ENDED_NEWS, () => void ask(true));
    // What this tab alone keeps of them.
    const stopForgetting = hearTabs(LEFT_NEWS, forgetThingsOfTab);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopHearing();
      stopHearingOfEnds();
      stopForgetting();
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries]);
}
