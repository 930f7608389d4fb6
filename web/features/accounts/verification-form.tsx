import { accounts } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useIdentities } from '#web/kit/shop-config.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { Token } from './mailed-link-forms.tsx';
import { signInAddress } from './sign-in-address.ts';
import { useVerification, type VerificationStep } from './use-mailed-links.ts';
import { verifyToken } from './verify-token.ts';

interface Props {
  token: string;
  step: Exclude<VerificationStep, 'signIn'>;
  ask: (step: VerificationStep) => void;
}

export function VerificationForm({ token, step, ask }: Props) {
  const t = useT();
  const { google, apple } = useIdentities();
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
        <>
          <PasswordField name="password" label={t('login.password')} autoComplete="current-password" />
          {(google || apple) && (
            <ButtonLink variant="plain" to={signInAddress('/verify')} onClick={() => verifyToken.set(token)}>
              {t('verify.noPassword')}
            </ButtonLink>
          )}
        </>
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
