import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#core/contract/accounts.ts';
import { MAX_NAME, OwnName, settings } from '#core/contract/settings.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useSubmit } from '#web/kit/use-submit.ts';
import { CardSection } from '#web/ui/card-section.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { userQuery } from '../accounts/use-user.ts';
import { useUnsaved } from './unsaved.ts';

/** How one is called on one's own pages, where one has a better name than an address. */
export function NameSection({ user }: { user: User }) {
  const t = useT();
  const queries = useQueryClient();
  const submission = useSubmit({
    shape: OwnName,
    start: { displayName: user.displayName },
    send: (body) => api.call(settings.rename, { body }),
    onDone: ({ displayName }) => {
      queries.setQueryData(userQuery.queryKey, (now) => now && { ...now, displayName });
      toast({ tone: 'done', title: t('settings.name.saved') });
    },
    failed: t('settings.failed'),
  });
  useUnsaved('displayName', { userId: user.id, form: submission.form });
  return (
    <CardSection title={t('settings.name')}>
      <Form submission={submission} action={t('settings.name.save')} pending={t('settings.name.saving')}>
        <TextField
          name="displayName"
          label={t('settings.name.label')}
          hint={t('settings.name.hint')}
          autoComplete="name"
          maxLength={MAX_NAME}
        />
      </Form>
    </CardSection>
  );
}
