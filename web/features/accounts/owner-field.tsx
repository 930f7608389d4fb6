import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';

/** Whoever has a password shows with it who they are, though they are signed in. */
export function OwnerField({ user, name = 'password' }: { user: User; name?: string }) {
  const t = useT();
  if (!user.hasPassword) return null;
  return (
    <>
      {/* So that a program that keeps passwords knows whose it is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField name={name} label={t('security.password.current')} autoComplete="current-password" />
    </>
  );
}
