import { useT } from '#web/kit/i18n.tsx';
import { Checkbox } from '#web/ui/form/choice-fields.tsx';

/** What whoever gets an account says to, and where it can be read. */
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

/** In a tab of its own, so that what was typed stays. */
function LegalLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} target="_blank" className="flex min-h-11 items-center underline" rel="noopener">
      {text}
    </a>
  );
}
