import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';

/** Asks for the current password again, if the account has one. */
export function OwnerField({ user, name = 'password' }: { user: User; name?: string }) {
  const t = useT();
  if (!user.hasPassword) return null;
  return (
    <>
      {/* So that password managers know whose password it is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField name={name} label={t('security.password.current')} autoComplete="current-password" />
    </>
  );
}
