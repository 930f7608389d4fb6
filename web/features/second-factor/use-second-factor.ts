import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { CodeForm, OwnerForm, OwnerWithPassword } from '#core/contract/second-factor-forms.ts';
import { secondFactors } from '#core/contract/second-factors.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useSubmit } from '#web/kit/use-submit.ts';
import { say } from '#web/kit/voice.tsx';

/** Another device may have turned it on or off meanwhile. */
const stateQuery = queryOptions({
  queryKey: [urlOf(secondFactors.state)],
  queryFn: () => api.call(secondFactors.state),
  staleTime: 0,
});

export const useSecondFactor = () => useQuery(stateQuery);

export interface Begun {
  secret: string;
  uri: string;
}

/** Asks for a secret; whoever has no password only for that. */
export function useBegin(hasPassword: boolean, onDone: (begun: Begun) => void) {
  const t = useT();
  return useSubmit({
    shape: hasPassword ? OwnerWithPassword : OwnerForm,
    send: ({ password }) => api.call(secondFactors.begin, { body: { password } }),
    onDone,
    failed: t('twoStep.failed'),
  });
}

/** Shows a code: of the app that is set up, or for new recovery codes. */
export function useShowCode(what: 'confirm' | 'renew', onDone: (recoveryCodes: string[]) => void) {
  const t = useT();
  const queries = useQueryClient();
  return useSubmit({
    shape: CodeForm,
    send: (body) => api.call(secondFactors[what], { body }),
    onDone: ({ recoveryCodes }) => {
      void queries.invalidateQueries(stateQuery);
      if (what === 'confirm') say(t('twoStep.begun'));
      onDone(recoveryCodes);
    },
    failed: t('twoStep.failed'),
  });
}

export function useEnd(onDone: () => void) {
  const t = useT();
  const queries = useQueryClient();
  return useSubmit({
    shape: CodeForm,
    send: (body) => api.call(secondFactors.end, { body }),
    onDone: () => {
      void queries.invalidateQueries(stateQuery);
      toast({ tone: 'done', title: t('twoStep.ended') });
      onDone();
    },
    failed: t('twoStep.failed'),
  });
}
