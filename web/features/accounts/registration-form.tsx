import { MIN_PASSWORD } from '#core/contract/credentials.ts';
import { useT } from '#web/kit/i18n.tsx';
import type { Submission } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Tick } from '#web/ui/form/tick.tsx';

export function RegistrationForm({ submission }: { submission: Submission }) {
  const t = useT();
  return (
    <Form card submission={submission} action={t('register.action')} pending={t('register.pending')}>
      <TextField
        name="email"
        label={t('login.email')}
        type="email"
        autoComplete="email"
        placeholder={t('login.email.placeholder')}
      />
      <PasswordField
        name="password"
        label={t('login.password')}
        autoComplete="new-password"
        hint={t('register.passwordHint', { count: MIN_PASSWORD })}
      />
      <Tick name="acceptsTerms" label={t('register.accept')} />
    </Form>
  );
}
