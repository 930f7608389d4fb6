import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormButton } from '#web/ui/form/form-button.tsx';
import { lazyForm } from '#web/ui/form/form-dialog.tsx';
import { useDownload } from './use-download.ts';

const LazyClosing = lazyForm(async () => (await import('./closing-form.tsx')).ClosingForm, ['privacy']);

/** What is held of somebody, to take along, and the end of the account. */
export function PrivacySection({ user }: { user: User }) {
  const t = useT();
  const download = useDownload();
  return (
    <CardSection title={t('privacy.own')}>
      <p>{t('privacy.own.download.text')}</p>
      <Button look="quiet" className="self-start" isBusy={download.isPending} onClick={() => download.mutate()}>
        {t(download.isPending ? 'privacy.own.downloading' : 'privacy.own.download')}
      </Button>
      <p>{t('privacy.own.close.text')}</p>
      <FormButton title={t('privacy.own.close')} look="danger" className="self-start">
        {() => <LazyClosing user={user} />}
      </FormButton>
    </CardSection>
  );
}
