import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { User } from '#core/contract/accounts/accounts.ts';
import { MIN_PASSWORD } from '#core/contract/accounts/accounts.ts';
import { isMonotonous, isOfEmail, lengthOf } from '#core/domain/passwords.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { type Submission, useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { Link } from '#web/kit/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { CodeField, PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { type EnterWithCode, useEnterCode } from './use-sign-in.ts';

export function SignInForm({ submission }: { submission: Submission }) {
  const t = useT();
  return (
    <Form card submission={submission} action={t('login.action')} pending={t('login.pending')}>
      <CredentialsFields />
      <ForgottenPassword />
      <Checkbox name="rememberMe" label={t('login.remember')} hint={t('login.remember.hint')} />
    </Form>
  );
}

function CredentialsFields({ isNew = false }: { isNew?: boolean }) {
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
      {isNew ? (
        <NewPassword />
      ) : (
        <PasswordField name="password" label={t('login.password')} autoComplete="current-password" />
      )}
    </>
  );
}

/** With the rule above, and while typing what is wrong; common passwords are known to the server only. */
function NewPassword() {
  const t = useT();
  const { control } = useFormContext().form;
  const [email = '', password = ''] = useWatch({ control, name: ['email', 'password'] });
  const weakness = password === '' ? null : weaknessOf(String(password), String(email));
  const advice = weakness ? t(`register.weak.${weakness}`) : '';
  useAnnounce(advice, { after: 800 });
  return (
    <PasswordField
      name="password"
      label={t('login.password')}
      autoComplete="new-password"
      hint={t('register.passwordHint', { count: MIN_PASSWORD })}
      advice={advice}
      wrong={{ passwordShort: t('register.weak.short') }}
    />
  );
}

function weaknessOf(password: string, email: string): 'short' | 'email' | 'monotonous' | null {
  const plain = password.normalize('NFKC').toLowerCase();
  if (lengthOf(password) < MIN_PASSWORD) return 'short';
  if (isMonotonous(plain)) return 'monotonous';
  return isOfEmail(plain, email.trim().toLowerCase()) ? 'email' : null;
}

/** Keeps the query, which both pages read: where to go afterwards. */
function ForgottenPassword() {
  const t = useT();
  const { search } = useAddress();
  return (
    <Link
      to={`/reset${search}`}
      className="flex min-h-11 w-fit items-center text-sm font-semibold text-brand underline"
    >
      {t('login.forgot')}
    </Link>
  );
}

export function RegistrationForm({ submission }: { submission: Submission }) {
  const t = useT();
  return (
    <Form card submission={submission} action={t('register.action')} pending={t('register.pending')}>
      <CredentialsFields isNew />
      <Checkbox name="rememberMe" label={t('login.remember')} hint={t('login.remember.hint')} />
      <div>
        <AcceptTerms />
        <p className="text-sm text-muted">{t('register.mail')}</p>
      </div>
    </Form>
  );
}

/** The terms to accept, with links to them. */
export function AcceptTerms() {
  const t = useT();
  return (
    <div>
      <Checkbox name="acceptsTerms" label={t('register.accept')} />
      <p className="flex flex-wrap gap-x-6 text-sm font-semibold text-brand">
        <LegalLink to="/terms-of-service" text={t('terms.title')} />
        <LegalLink to="/privacy-policy" text={t('privacy.title')} />
      </p>
    </div>
  );
}

/** Opens a new tab, so that what was typed stays. */
function LegalLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} target="_blank" className="flex min-h-11 items-center underline" rel="noopener">
      {text}
    </a>
  );
}

/** The second step of signing in: a code of an app, or a recovery code. */
export function CodeForm({ enter, onIn }: { enter: EnterWithCode; onIn: (user: User) => void }) {
  const t = useT();
  const submission = useEnterCode(enter, onIn);
  const [isApp, setApp] = useState(true);
  const shown = useRef(isApp);
  useEffect(() => {
    if (shown.current !== isApp) document.getElementById(`${submission.id}-code`)?.focus();
    shown.current = isApp;
  }, [isApp, submission.id]);
  return (
    <>
      <Form card submission={submission} action={t('login.action')} pending={t('login.pending')}>
        {isApp ? (
          <CodeField key="app" kind="app" label={t('login.code.app')} hint={t('login.code.app.hint')} />
        ) : (
          <CodeField
            key="recovery"
            kind="recovery"
            label={t('login.code.recovery')}
            hint={t('login.code.recovery.hint')}
          />
        )}
      </Form>
      <Button
        variant="plain"
        onClick={() => {
          submission.forget();
          submission.form.setValue('code', undefined);
          setApp(!isApp);
        }}
      >
        {t(isApp ? 'login.code.toRecovery' : 'login.code.toApp')}
      </Button>
    </>
  );
}
