import { TwoStepSection } from '#web/features/second-factors/second-factors-section.tsx';
import { RequireUser, SignInDoor } from '../features/accounts/require-user.tsx';
import { LinkedAccounts } from '../features/identities/linked-accounts.tsx';
import { PrivacySection } from '../features/privacy/privacy-section.tsx';
import { AccountSection } from '../features/settings/account-section.tsx';
import { EmailSection } from '../features/settings/email-section.tsx';
import { LookSection } from '../features/settings/look-section.tsx';
import { NameSection } from '../features/settings/name-section.tsx';
import { SecuritySection } from '../features/settings/security-section.tsx';
import { forgetUnsaved } from '../features/settings/unsaved.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { AskBeforeLeaving } from '../ui/form/ask-before-leaving.tsx';
import { Skeletons } from '../ui/skeleton.tsx';
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
          <AskBeforeLeaving onDiscard={forgetUnsaved}>
            <AccountSection user={user} />
            <EmailSection user={user} />
            <LookSection />
            <NameSection user={user} />
            <SecuritySection user={user}>
              <LinkedAccounts user={user} />
            </SecuritySection>
            <TwoStepSection user={user} />
            <PrivacySection user={user} />
          </AskBeforeLeaving>
        )}
      </RequireUser>
    </div>
  );
}
