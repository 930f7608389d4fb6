import { useT } from '#web/kit/i18n.tsx';
import type { Submission } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Tick } from '#web/ui/form/tick.tsx';

export function SignInForm({ submission }: { submission: Submission }) {
  const t = useT();
  return (
    <Form card submission={submission} action={t('login.action')} pending={t('login.pending')}>
      <TextField
        name="email"
        label={t('login.email')}
        type="email"
        autoComplete="username"
        placeholder={t('login.email.placeholder')}
      />
      <PasswordField name="password" label={t('login.password')} autoComplete="current-password" />
      <Tick name="rememberMe" label={t('login.remember')} hint={t('login.remember.hint')} />
    </Form>
  );
}
