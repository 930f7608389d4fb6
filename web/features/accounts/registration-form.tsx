import { useT } from '#web/kit/i18n.tsx';
import type { Submission } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { Tick } from '#web/ui/form/tick.tsx';
import { CredentialsFields } from './credentials-fields.tsx';

export function RegistrationForm({ submission }: { submission: Submission }) {
  const t = useT();
  return (
    <Form card submission={submission} action={t('register.action')} pending={t('register.pending')}>
      <CredentialsFields isNew />
      <div>
        <Tick name="acceptsTerms" label={t('register.accept')} />
        <p className="flex flex-wrap gap-x-6 text-sm font-semibold text-brand">
          <LegalLink to="/terms-of-service" text={t('terms.title')} />
          <LegalLink to="/privacy-policy" text={t('privacy.title')} />
        </p>
        <p className="text-sm text-quiet">{t('register.mail')}</p>
      </div>
    </Form>
  );
}

/** In a tab of its own, so that what was typed stays. */
function LegalLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} target="_blank" className="flex min-h-11 items-center underline" rel="noopener">
      {text}
    </a>
  );
}
