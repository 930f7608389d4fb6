import { useT } from '#web/kit/i18n.tsx';
import type { Submission } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { Tick } from '#web/ui/form/tick.tsx';
import { CredentialsFields } from './credentials-fields.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';

export function SignInForm({ submission }: { submission: Submission }) {
  const t = useT();
  return (
    <Form card submission={submission} action={t('login.action')} pending={t('login.pending')}>
      <CredentialsFields />
      <ForgottenPassword />
      <Tick name="rememberMe" label={t('login.remember')} hint={t('login.remember.hint')} />
    </Form>
  );
}
