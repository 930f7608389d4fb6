import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settings } from '#core/contract/settings.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { userQuery, useUser } from '../accounts/use-user.ts';

/**
 * Whoever is signed in is written to in the language in which they read. Shows nothing, and stands alone: what is rendered anew
 * as it is known who is looking takes back what was chosen from a list before.
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
    // Where it fails, the next page does it.
    void keep().catch(() => {});
  }, [isOther, language, queries]);
  return null;
}
