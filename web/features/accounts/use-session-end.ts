import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ApiError } from '#core/contract/call.ts';
import { onApiError } from '#web/kit/api.ts';
import { isReasonSaid } from '#web/kit/toasts.ts';
import { signInAddress } from './sign-in-address.ts';
import { useTellSessionEnd } from './use-tell-session-end.ts';
import { onSessionEnd, useBecome, userQuery } from './use-user.ts';

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
  useEffect(() => onApiError(hear), []);
  const say = useEffectEvent(() => {
    // What came of what they wanted says it too.
    if (isExpected || isReasonSaid()) return;
    tell({ text: words(), address: signInAddress(location.pathname + location.search), comesBack: true });
  });
  useEffect(() => onSessionEnd(say), []);
}
