import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type Session, sessions } from '#core/contract/sessions.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toastFailure } from '#web/kit/reason.ts';
import { toast } from '#web/kit/toasts.ts';

export const sessionsQuery = queryOptions({
  queryKey: [urlOf(sessions.list)],
  queryFn: () => api.call(sessions.list),
  staleTime: 0,
});

/** Tells it from another on a device of the same name. */
export const nameOf = ({ device, signedInAt }: Session, t: Translate): string =>
  `${device ?? t('security.device.unknown')}, ${formatDateTime(signedInAt, t.language)}`;

export const useSessions = () => useQuery(sessionsQuery);

/** Ends a session, or all others where none is named; the list is what the server says after that. */
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
