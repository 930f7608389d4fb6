import { useQueryClient } from '@tanstack/react-query';
import { accounts, MIN_PASSWORD, PasswordChange, type User } from '#core/contract/accounts/accounts.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { sessionsQuery } from './use-settings.ts';

export function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const submission = useSubmit({
    shape: PasswordChange,
    send: (body) => api.call(accounts.changePassword, { body }),
    onDone: () => {
      toast({ tone: 'done', title: t('security.password.done'), text: t('security.password.done.text') });
      void queries.invalidateQueries(sessionsQuery);
      onDone();
    },
    leaves: true,
    failed: t('security.password.unknown'),
  });
  return (
    <Form submission={submission} action={t('security.password.save')} pending={t('security.password.saving')}>
      <OwnerField user={user} name="current" />
      <PasswordField
        name="password"
        label={t('security.password.new')}
        autoComplete="new-password"
        hint={t('security.password.hint', { count: MIN_PASSWORD })}
      />
      <p className="text-sm text-muted">{t('security.password.others')}</p>
    </Form>
  );
}
