import { useWatch } from 'react-hook-form';
import type { User } from '#core/contract/accounts.ts';
import type { EmailChoice } from '#core/contract/settings.ts';
import { useT } from '#web/kit/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';
import { useSaveSettings, useSettings } from './use-settings.ts';

const alerts = [
  'settings.email.newDeals',
  'settings.email.renewal',
  'settings.email.updates',
  'settings.email.expiry',
] as const;

/** Whether mails come besides those that belong to an order or to the account, and about what. */
export function EmailSection({ user }: { user: User }) {
  const t = useT();
  const { data, error, refetch } = useSettings();
  return (
    <CardSection title={t('home.notifications')}>
      {data ? (
        <EmailForm userId={user.id} saved={data} />
      ) : error ? (
        <MissingPart what={t('settings.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-56" />
      )}
    </CardSection>
  );
}

function EmailForm({ userId, saved }: { userId: string; saved: EmailChoice }) {
  const t = useT();
  const submission = useSaveSettings(userId, saved);
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
        <p className="text-sm text-quiet">{t('settings.email.always')}</p>
      </div>
    </Form>
  );
}
