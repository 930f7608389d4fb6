import type { User } from '#core/contract/accounts/accounts.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormButton, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { DownloadButton } from './download-button.tsx';

const LazyClosing = lazyForm(async () => (await import('./closing-form.tsx')).ClosingForm, ['privacy', 'settings']);

/** The export of personal data, and the closing of the account. */
export function PrivacySection({ user }: { user: User }) {
  const t = useT();
  return (
    <CardSection title={t('privacy.own')}>
      <p>{t('privacy.own.download.text')}</p>
      <DownloadButton />
      <p>{t('privacy.own.close.text')}</p>
      <FormButton title={t('privacy.own.close')} variant="danger" className="self-start">
        {() => <LazyClosing user={user} />}
      </FormButton>
    </CardSection>
  );
}
