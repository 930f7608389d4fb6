import { useT } from '#web/kit/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';

/** The way into the admin panel, on the profile of administrators. */
export function AdminCard() {
  const t = useT();
  return (
    <CardSection title={t('admin.title')}>
      <p className="text-muted">{t('admin.lead')}</p>
      <ButtonLink to="/admin" className="self-start">
        {t('admin.open')}
      </ButtonLink>
    </CardSection>
  );
}
