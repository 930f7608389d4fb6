import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { LinkedAccounts } from '#web/features/identities/linked-accounts.tsx';
import { PrivacySection } from '#web/features/privacy/privacy-section.tsx';
import { PushSwitch } from '#web/features/push/push-switch.tsx';
import { TwoStepSection } from '#web/features/second-factors/second-factors-section.tsx';
import { SecuritySection } from '#web/features/settings/security-section.tsx';
import {
  AccountSection,
  LookSection,
  NameSection,
  NotificationsSection,
} from '#web/features/settings/settings-sections.tsx';
import { forgetUnsaved } from '#web/features/settings/use-settings.ts';
import { useHead } from '#web/kit/head.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { InstallButton } from '#web/shell/install-button.tsx';
import { LeaveGuard } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { BackLink } from './back-link.tsx';

export function Page() {
  const t = useT();
  useHead({ title: `${t('settings.title')} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <BackLink />
      <h1 className="text-3xl">{t('settings.title')}</h1>
      <RequireUser
        waiting={<Skeletons count={2} className="h-56" />}
        door={<SignInDoor title={t('login.needed')} level="h2" />}
      >
        {(user) => (
          <LeaveGuard onDiscard={forgetUnsaved}>
            <AccountSection user={user} />
            <NotificationsSection user={user}>
              <PushSwitch user={user} install={<InstallButton />} />
            </NotificationsSection>
            <LookSection />
            <NameSection user={user} />
            <SecuritySection user={user}>
              <LinkedAccounts user={user} />
            </SecuritySection>
            <TwoStepSection user={user} />
            <PrivacySection user={user} />
          </LeaveGuard>
        )}
      </RequireUser>
    </div>
  );
}
