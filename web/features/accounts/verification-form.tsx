import { accounts } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Token } from './mailed-link-forms.tsx';
import { useVerification, type VerificationStep } from './use-mailed-links.ts';

interface Props {
  token: string;
  step: Exclude<VerificationStep, 'signIn'>;
  ask: (step: VerificationStep) => void;
}

export function VerificationForm({ token, step, ask }: Props) {
  const t = useT();
  const isAsked = step === 'password';
  return (
    <Form
      card
      submission={useVerification(token, { isAsked, ask })}
      to={accounts.verify.path}
      action={t('verify.action')}
      pending={t('verify.pending')}
    >
      <Token value={token} />
      <p>{t(isAsked ? 'verify.password.lead' : 'verify.lead')}</p>
      {isAsked ? (
        <PasswordField name="password" label={t('login.password')} autoComplete="current-password" />
      ) : (
        // Where nobody can be asked in a second step.
        <noscript>
          <TextField
            name="password"
            type="password"
            label={t('login.password')}
            hint={t('verify.password.hint')}
            autoComplete="current-password"
          />
        </noscript>
      )}
    </Form>
  );
}
