import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { type Session, sessions } from '#core/contract/accounts/sessions.ts';
import { EmailChoice, settings } from '#core/contract/accounts/settings.ts';
import { urlOf } from '#core/contract/call.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Translate } from '#core/i18n/t.ts';
import { api } from '#web/kit/data/api.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { broadcast, onBroadcast } from '#web/kit/data/tabs.ts';
import { type Fields, useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';

const NEWS = 'settings';

/** Always refetched: another device may have changed it. */
const settingsQuery = queryOptions({
  queryKey: [urlOf(settings.get)],
  queryFn: () => api.call(settings.get),
  staleTime: 0,
});

export function useSettings() {
  const queries = useQueryClient();
  useEffect(() => onBroadcast(NEWS, () => void queries.invalidateQueries(settingsQuery)), [queries]);
  return useQuery(settingsQuery);
}

/** The newer of the saved value and the one chosen here. */
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
      broadcast(NEWS);
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

interface Unsaved {
  userId: string;
  /** Null is an emptied field. */
  fields: Record<string, unknown>;
}

const kept = createStoredState<Unsaved | null>('unsavedSettings', {
  none: null,
  read: (stored) => (isUnsaved(stored) ? stored : null),
  isPersonal: () => true,
  isOfTab: true,
});

function isUnsaved(stored: unknown): stored is Unsaved {
  const { userId, fields } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return typeof userId === 'string' && typeof fields === 'object' && fields !== null;
}

export const forgetUnsaved = () => kept.set(null);

/** Only of the current user. */
function unsavedOf(userId: string): Unsaved['fields'] {
  const unsaved = kept.get();
  return unsaved?.userId === userId ? unsaved.fields : {};
}

/** Restores an unsaved value, and stores changes. */
export function useUnsaved(name: string, { userId, form }: Pick<Fields, 'form'> & { userId: string }): void {
  const [before] = useState(() => unsavedOf(userId)[name]);
  const now: unknown = useWatch({ control: form.control, name });
  const { isDirty } = useFormState({ control: form.control });
  useEffect(() => {
    if (before !== undefined) form.setValue(name, before ?? undefined, { shouldDirty: true });
  }, [form, name, before]);
  useEffect(() => {
    const { [name]: _, ...others } = unsavedOf(userId);
    kept.set({ userId, fields: isDirty ? { ...others, [name]: now ?? null } : others });
  }, [name, userId, now, isDirty]);
}

export const sessionsQuery = queryOptions({
  queryKey: [urlOf(sessions.list)],
  queryFn: () => api.call(sessions.list),
  staleTime: 0,
});

/** Distinguishes devices of the same name. */
export const nameOf = ({ device, signedInAt }: Session, t: Translate): string =>
  `${device ?? t('security.device.unknown')}, ${formatDateTime(signedInAt, t.language)}`;

export const useSessions = () => useQuery(sessionsQuery);

/** Ends a session, or all others if none is named. */
export function useEndSession() {
  const t = useT();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (session: Session | 'others') => {
      if (session === 'others') await api.call(sessions.endOthers);
      else await api.call(sessions.end, { params: { id: session.id } });
    },
    onSuccess: (_, session) => {
      const device = session === 'others' ? null : nameOf(session, t);
      toast({
        tone: 'done',
        title: device === null ? t('security.sessions.endedOthers') : t('security.sessions.ended', { device }),
      });
      return queries.invalidateQueries(sessionsQuery);
    },
    onError: (error) => toastFailure(error, { t, text: t('security.sessions.failed') }),
  });
}
