import { MIN_PASSWORD } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

/** What both forms ask, named so that a password manager knows which is which. */
export function CredentialsFields({ isNew = false }: { isNew?: boolean }) {
  const t = useT();
  return (
    <>
      <TextField
        name="email"
        label={t('login.email')}
        type="email"
        autoComplete={isNew ? 'email' : 'username'}
        placeholder={t('login.email.placeholder')}
      />
      <PasswordField
        name="password"
        label={t('login.password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        hint={isNew ? t('register.passwordHint', { count: MIN_PASSWORD }) : undefined}
      />
    </>
  );
}
