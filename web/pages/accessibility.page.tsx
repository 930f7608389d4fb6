import { useOperator } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { LegalText } from '#web/shell/legal-text.tsx';

const sections = ['goal', 'met', 'unmet', 'tried', 'contact'] as const;

export function Page() {
  const t = useT();
  const contact = useOperator()?.contact;
  const isUnknown = (name: string) => name === 'contact' && !contact;
  return (
    <LegalText
      title={t('accessibility.title')}
      description={t('accessibility.description')}
      path="/accessibility"
      updated={t('accessibility.updated')}
      sections={sections.map((name) => ({
        heading: t(`accessibility.heading.${name}`),
        text: isUnknown(name) ? t('accessibility.text.noContact') : t(`accessibility.text.${name}`),
      }))}
    />
  );
}
