import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CodeForm, OwnerForm, OwnerWithPassword, secondFactors } from '#core/contract/accounts/second-factors.ts';
import { isRefusal, urlOf } from '#core/contract/call.ts';
import { announce } from '#web/kit/access/announce.tsx';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

/** Always refetched: another device may have changed it. */
const stateQuery = queryOptions({
  queryKey: [urlOf(secondFactors.state)],
  queryFn: () => api.call(secondFactors.state),
  staleTime: 0,
});

export const useSecondFactors = () => useQuery(stateQuery);

export interface Begun {
  secret: string;
  uri: string;
}

/** Requests a secret. */
export function useBegin(hasPassword: boolean, onDone: (begun: Begun) => void) {
  const t = useT();
  const queries = useQueryClient();
  return useSubmit({
    shape: hasPassword ? OwnerWithPassword : OwnerForm,
    send: ({ password }) => api.call(secondFactors.begin, { body: { password } }),
    onFailed: () => void queries.invalidateQueries(stateQuery),
    onDone,
    failed: t('twoStep.failed'),
  });
}

/**
 * Sends a code. If it is refused as used, and the response to an earlier attempt may have been lost, the loss is reported:
 * that attempt was carried out.
 */
function useSendCode(what: 'confirm' | 'renew') {
  const lost = useRef<{ code: string; error: unknown }>(null);
  return async (body: { code: string }) => {
    try {
      return await api.call(secondFactors[what], { body });
    } catch (error) {
      if (!isRefusal(error)) lost.current = { code: body.code, error };
      const isSpent = codeOfRefusal(error) === 'secondFactors.wrongCode' && lost.current?.code === body.code;
      const isDone = what === 'confirm' ? codeOfRefusal(error) === 'secondFactors.notBegun' : isSpent;
      throw lost.current && isDone ? lost.current.error : error;
    }
  };
}

/** A code of the new app, or for new recovery codes. */
export function useShowCode(what: 'confirm' | 'renew', onDone: (recoveryCodes: string[]) => void) {
  const t = useT();
  const queries = useQueryClient();
  return useSubmit({
    shape: CodeForm,
    send: useSendCode(what),
    onFailed: () => void queries.invalidateQueries(stateQuery),
    onDone: ({ recoveryCodes }) => {
      void queries.invalidateQueries(stateQuery);
      if (what === 'confirm') announce(t('twoStep.begun'));
      onDone(recoveryCodes);
    },
    failed: t('twoStep.failed'),
    unknown: t(what === 'confirm' ? 'twoStep.confirm.unknown' : 'twoStep.renew.unknown'),
  });
}

export function useEnd(onDone: () => void) {
  const t = useT();
  const queries = useQueryClient();
  const isLost = useRef(false);
  return useSubmit({
    shape: CodeForm,
    send: async (body) => {
      try {
        await api.call(secondFactors.end, { body });
      } catch (error) {
        if (isLost.current && codeOfRefusal(error) === 'secondFactors.isOff') return;
        if (!isRefusal(error)) isLost.current = true;
        throw error;
      }
    },
    onFailed: () => void queries.invalidateQueries(stateQuery),
    onDone: () => {
      void queries.invalidateQueries(stateQuery);
      toast({ tone: 'done', title: t('twoStep.ended') });
      onDone();
    },
    failed: t('twoStep.failed'),
    unknown: t('twoStep.end.unknown'),
  });
}
