import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearTabs } from '#web/kit/tabs.ts';
import { askWhoIsHere, isSomebodyElse, VISITOR_NEWS } from './use-user.ts';

/** Who signed in or out in another tab has done so here: told at once, or seen when this tab is looked at again. */
export function useOtherTabs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ask = () => void askWhoIsHere(queries);
    const look = () => {
      if (document.visibilityState === 'visible' && isSomebodyElse()) ask();
    };
    const stopHearing = hearTabs(VISITOR_NEWS, ask);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopHearing();
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries]);
}
