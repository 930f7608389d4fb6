import { LinkedAccounts } from '#web/features/accounts/identities/linked-accounts.tsx';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { TwoStepSection } from '#web/features/accounts/second-factors/second-factors-section.tsx';
import { SecuritySection } from '#web/features/accounts/settings/security-section.tsx';
import {
  AccountSection,
  LookSection,
  NameSection,
  NotificationsSection,
} from '#web/features/accounts/settings/settings-sections.tsx';
import { forgetUnsaved } from '#web/features/accounts/settings/use-settings.ts';
import { PrivacySection } from '#web/features/privacy/privacy-section.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { InstallButton } from '#web/pwa/install-button.tsx';
import { PushSwitch } from '#web/pwa/push-switch.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { LeaveGuard } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';

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
