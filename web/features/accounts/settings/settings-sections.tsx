import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Settings } from '#core/contract/accounts/settings.ts';
import { MAX_NAME, OwnName, settings } from '#core/contract/accounts/settings.ts';
import { UnconfirmedEmail } from '#web/features/accounts/require-user.tsx';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { CardSection } from '#web/ui/card-section.tsx';
import { Switch } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { LanguageChoice, ThemeChoice } from './choices.tsx';
import { useSaveSettings, useSettings, useUnsaved } from './use-settings.ts';

/** The email of the account, and whether it is confirmed. */
export function AccountSection({ user }: { user: User }) {
  const t = useT();
  return (
    <CardSection title={t('settings.account')}>
      <div>
        <p translate="no" className="font-semibold wrap-anywhere">
          {user.email}
        </p>
        {user.isEmailVerified && <p className="text-sm text-olive">{t('settings.account.confirmed')}</p>}
        <UnconfirmedEmail user={user} />
      </div>
    </CardSection>
  );
}

const alerts = [
  'settings.email.newDeals',
  'settings.email.renewal',
  'settings.email.updates',
  'settings.email.expiry',
] as const;

/** Which emails somebody wants besides those about orders and the account; `children`: other ways of being notified. */
export function NotificationsSection({ user, children }: { user: User; children: ReactNode }) {
  const t = useT();
  const { data, error, refetch } = useSettings();
  return (
    <CardSection title={t('home.notifications')}>
      {data ? (
        <EmailForm user={user} saved={data} />
      ) : error ? (
        <MissingPart what={t('settings.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-56" />
      )}
      {children}
    </CardSection>
  );
}

function EmailForm({ user, saved }: { user: User; saved: Settings }) {
  const t = useT();
  const submission = useSaveSettings(user.id, saved);
  const isOn = useWatch({ control: submission.form.control, name: 'emailNotifications' });
  return (
    <Form submission={submission} action={t('settings.save')} pending={t('settings.saving')}>
      <Switch name="emailNotifications" label={t('settings.email')} />
      <div className="flex flex-col gap-2">
        <p>{t(isOn ? 'settings.email.intro' : 'settings.email.intro.off')}</p>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {alerts.map((alert) => (
            <li key={alert}>{t(alert)}</li>
          ))}
        </ul>
        {isOn && <UnconfirmedEmail user={user} text={t('settings.email.unconfirmed')} />}
        {isOn && user.isEmailVerified && !saved.isSaved && (
          <p className="font-semibold">{t('settings.email.unsaved')}</p>
        )}
        <p className="text-sm text-muted">{t('settings.email.always')}</p>
      </div>
    </Form>
  );
}

/** The name shown on one's own pages. */
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

export function LookSection() {
  const t = useT();
  return (
    <CardSection title={t('settings.look')}>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <LanguageChoice at="settings" />
        <ThemeChoice />
      </div>
      <p className="text-sm text-muted">{t('settings.look.hint')}</p>
    </CardSection>
  );
}
