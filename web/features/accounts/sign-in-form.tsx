import type { Submission } from '#web/kit/form.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Checkbox } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { CredentialsFields } from './credentials-fields.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';

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
