import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { urlOf } from '#core/contract/call.ts';
import { push } from '#core/contract/push.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { MissingPart } from '#web/ui/problem.tsx';
import { readPushState, turnPushOff, turnPushOn } from './push.ts';

/** Always read again: the permission is changed in the browser. */
const stateQuery = queryOptions({ queryKey: [urlOf(push.get)], queryFn: readPushState, staleTime: 0 });

function usePush(user: User) {
  const t = useT();
  const queries = useQueryClient();
  const query = useQuery(stateQuery);
  const toggle = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn(user.id) : turnPushOff()),
    onSuccess: (state, isOn) => {
      queries.setQueryData(stateQuery.queryKey, state);
      if (isOn && state === 'off') toast({ tone: 'failed', title: t('settings.push.notGranted') });
    },
    onError: (error) => {
      toastFailure(error, { t, text: t('settings.push.failed') });
      return queries.invalidateQueries(stateQuery);
    },
  });
  return { ...query, toggle };
}

/** Push notifications in this browser. @param install - button, where the app must be installed first */
export function PushSwitch({ user, install }: { user: User; install: ReactNode }) {
  const t = useT();
  const id = useId();
  const { data: state, error, refetch, toggle } = usePush(user);
  if (error && !state)
    return <MissingPart what={t('settings.notFetched')} error={error} retry={() => void refetch()} />;
  const isUsable = state === 'on' || state === 'off' || state === 'denied';
  const isOn = state === 'on';
  const isBusy = !isUsable || toggle.isPending;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <label htmlFor={id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 font-semibold">
        <span className="min-w-0 flex-[1_1_8rem]">{t('settings.push')}</span>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-disabled={isBusy || undefined}
          aria-describedby={`${id}-about ${id}-status`}
          onChange={() => isBusy || toggle.mutate(!isOn)}
        />
      </label>
      <p id={`${id}-about`}>{t('settings.push.about')}</p>
      <p
        id={`${id}-status`}
        role="status"
        className={`min-h-6 text-sm font-semibold ${state === 'denied' ? 'text-alert' : 'text-muted'}`}
      >
        {toggle.isPending ? t('settings.push.changing') : t(`settings.push.${state ?? 'checking'}`)}
      </p>
      {state === 'notInstalled' && install}
    </div>
  );
}
