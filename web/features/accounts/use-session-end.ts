import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '#core/contract/call.ts';
import { useT } from '#web/kit/i18n.tsx';
import { cameFromHere } from '#web/kit/link.tsx';
import { onRefusal } from '#web/kit/refusals.ts';
import { isReasonSaid, toast } from '#web/kit/toasts.ts';
import { signInAddress } from './sign-in-address.ts';
import { useBecome, userQuery } from './use-user.ts';

let isExpected = false;

/** Whoever ends it, without knowing yet whether they did, says so themselves. */
export function expectSessionEnd(is: boolean): void {
  isExpected = is;
}

/** Whose session ended elsewhere is a guest from the first call on that says so, and may sign in and come back. */
export function useSessionEnd(): void {
  const t = useT();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const become = useBecome();
  const isAsking = useRef(false);

  const end = () => {
    const here = location.pathname + location.search;
    become(null, { isEnd: true });
    // What came of what they wanted says it too.
    if (isReasonSaid()) return;
    toast({
      tone: 'failed',
      title: t('auth.sessionEnded'),
      text: t('auth.sessionEnded.text'),
      action: {
        label: t('login.action'),
        run: () => navigate(signInAddress(here), { state: cameFromHere() }),
        leadsTo: '/login',
      },
      isReason: true,
    });
  };
  const hear = useEffectEvent(async ({ code }: ApiError) => {
    if (code !== 'access.notAuthenticated' || isExpected || isAsking.current) return;
    if (!queries.getQueryData(userQuery.queryKey)) return;
    isAsking.current = true;
    try {
      // The call may be older than a sign-in, so it is not believed without asking.
      if ((await queries.fetchQuery({ ...userQuery, staleTime: 0 })) === null) end();
    } catch {
      // Nobody can tell now; the next call will.
    } finally {
      isAsking.current = false;
    }
  });
  useEffect(() => onRefusal(hear), []);
}
