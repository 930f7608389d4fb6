import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { EmailChoice, settings } from '#core/contract/settings.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { hearTabs, tellTabs } from '#web/kit/tabs.ts';
import { toast } from '#web/kit/toasts.ts';
import { useSubmit } from '#web/kit/use-submit.ts';
import { useUnsaved } from './unsaved.ts';

const NEWS = 'settings';

/** Another device may have said something else meanwhile. */
const settingsQuery = queryOptions({
  queryKey: [urlOf(settings.get)],
  queryFn: () => api.call(settings.get),
  staleTime: 0,
});

export function useSettings() {
  const queries = useQueryClient();
  useEffect(() => hearTabs(NEWS, () => void queries.invalidateQueries(settingsQuery)), [queries]);
  return useQuery(settingsQuery);
}

/** Of two answers that there are, what is saved elsewhere is shown or was chosen here. */
export function useSaveSettings(userId: string, saved: EmailChoice) {
  const t = useT();
  const queries = useQueryClient();
  const submission = useSubmit({
    shape: EmailChoice,
    start: saved,
    send: (body) => api.call(settings.save, { body }),
    onDone: (now) => {
      void queries.cancelQueries(settingsQuery);
      queries.setQueryData(settingsQuery.queryKey, now);
      tellTabs(NEWS);
      toast({ tone: 'done', title: t('settings.saved') });
    },
    failed: t('settings.failed'),
  });
  const { emailNotifications } = saved;
  const { form } = submission;
  useEffect(() => {
    form.reset({ emailNotifications }, { keepSubmitCount: true });
  }, [form, emailNotifications]);
  useUnsaved('emailNotifications', { userId, form });
  return submission;
}
