import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

/**
 * What is said of a payment where one is sent to sign in, in the place of the message that the session ended. Answers
 * whether it did.
 */
export function useLastWords(): (words: string) => Promise<boolean> {
  const t = useT();
  const queries = useQueryClient();
  const words = useRef('');
  const speak = useEffectEvent(() => {
    const isGuest = queries.getQueryData(userQuery.queryKey) === null;
    if (isGuest && words.current) toast({ tone: 'note', title: t('auth.sessionEnded'), text: words.current });
  });
  useEffect(() => () => speak(), []);
  return async (last) => {
    words.current = last;
    const known = () => queries.getQueryData(userQuery.queryKey);
    // Whoever becomes a guest meanwhile is asked about no more, which ends this question too.
    return (await queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(known)) === null;
  };
}
