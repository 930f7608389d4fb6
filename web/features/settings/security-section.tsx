import type { ReactNode } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormButton, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { SessionList } from './session-list.tsx';

const PasswordForm = lazyForm(async () => (await import('./password-form.tsx')).PasswordForm, ['settings']);

/** How one comes in, by a password and otherwise, and where one is. */
export function SecuritySection({ user, children }: { user: User; children?: ReactNode }) {
  const t = useT();
  return (
    <CardSection title={t('security.title')}>
      {user.hasPassword ? (
        <FormButton title={t('security.password.change')} variant="secondary" className="self-start">
          {(close) => <PasswordForm user={user} onDone={close} />}
        </FormButton>
      ) : (
        <>
          <p>{t('security.password.none')}</p>
          <ButtonLink to="/reset" variant="secondary" className="self-start">
            {t('security.password.set')}
          </ButtonLink>
        </>
      )}
      {children}
      <SessionList />
    </CardSection>
  );
}
