import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settings } from '#core/contract/accounts/settings.ts';
import { userQuery, useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';

/**
 * Sets the language of emails to that of the page. A component of its own: rendering others again when the user becomes known
 * would reset form fields.
 */
export function OwnLanguage(): null {
  const { language } = useT();
  const visitor = useUser();
  const queries = useQueryClient();
  const isOther = visitor.state === 'user' && visitor.user.language !== language;
  useEffect(() => {
    if (!isOther) return;
    const keep = async () => {
      await api.call(settings.chooseLanguage, { body: { language } });
      queries.setQueryData(userQuery.queryKey, (user) => user && { ...user, language });
    };
    // The next page retries.
    void keep().catch(() => {});
  }, [isOther, language, queries]);
  return null;
}
