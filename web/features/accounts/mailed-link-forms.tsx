import { accounts, MIN_PASSWORD } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { type LinkEnd, useNewPassword, useResetRequest } from './use-mailed-links.ts';

/** They work without our script too: what is not typed goes along unseen. */
export const Token = ({ value }: { value: string }) => <input type="hidden" name="token" value={value} />;

export function ResetRequestForm() {
  const t = useT();
  return (
    <Form
      card
      submission={useResetRequest()}
      to={accounts.resetRequest.path}
      action={t('reset.action')}
      pending={t('reset.pending')}
    >
      <TextField
        name="email"
        label={t('login.email')}
        type="email"
        autoComplete="username"
        placeholder={t('login.email.placeholder')}
      />
    </Form>
  );
}

export function NewPasswordForm({ token, onOver }: { token: string; onOver: (how: LinkEnd) => void }) {
  const t = useT();
  return (
    <Form
      card
      submission={useNewPassword(token, onOver)}
      to={accounts.reset.path}
      action={t('reset.new.action')}
      pending={t('reset.new.pending')}
    >
      <Token value={token} />
      <PasswordField
        name="password"
        label={t('reset.new.password')}
        autoComplete="new-password"
        hint={t('register.passwordHint', { count: MIN_PASSWORD })}
      />
    </Form>
  );
}
