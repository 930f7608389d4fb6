import type { Submission } from '#web/kit/form.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Checkbox } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { AcceptTerms } from './accept-terms.tsx';
import { CredentialsFields } from './credentials-fields.tsx';

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
