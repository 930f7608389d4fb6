import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accounts, type User } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { userQuery } from './use-user.ts';

/** Nothing is kept from who did not confirm it: a quiet line, with a way to do so. */
export function UnconfirmedEmail({ user: { email, isEmailVerified } }: { user: User }) {
  const t = useT();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => api.call(accounts.verifyRequest),
    onSuccess: () => {
      toast({ tone: 'done', title: t('profile.unconfirmed.sent', { email }) });
      // It may be confirmed already, elsewhere.
      return queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    onError: (error) => {
      const text = error instanceof ApiError ? error.said : undefined;
      toast({ tone: 'failed', title: t('profile.unconfirmed.failed'), text });
    },
  });
  if (isEmailVerified) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2 text-sm text-muted">
      <p>{t('profile.unconfirmed')}</p>
      <Button variant="secondary" isPending={sending.isPending} onClick={() => sending.mutate()}>
        {t('profile.unconfirmed.send')}
      </Button>
    </div>
  );
}
