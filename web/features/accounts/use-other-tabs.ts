import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { clearTabState } from '#web/kit/stored-state.ts';
import { onBroadcast } from '#web/kit/tabs.ts';
import { dismissReason, isReasonSaid, toast } from '#web/kit/toasts.ts';
import {
  askWhoIsHere,
  ENDED_NEWS,
  isSomebodyElse,
  LEFT_NEWS,
  rememberEnd,
  userQuery,
  VISITOR_NEWS,
} from './use-user.ts';

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
    const stopHearing = onBroadcast(VISITOR_NEWS, () => void ask());
    const stopHearingOfEnds = onBroadcast(ENDED_NEWS, () => void ask(true));
    // What this tab alone keeps of them.
    const stopForgetting = onBroadcast(LEFT_NEWS, clearTabState);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopHearing();
      stopHearingOfEnds();
      stopForgetting();
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries]);
}
