import { useT } from '../kit/i18n.tsx';
import { LegalText } from './legal/legal-text.tsx';

const sections = ['goal', 'met', 'unmet', 'tried', 'contact'] as const;

export function Page() {
  const t = useT();
  return (
    <LegalText
      title={t('accessibility.title')}
      description={t('accessibility.description')}
      path="/accessibility"
      updated={t('accessibility.updated')}
      sections={sections.map((name) => ({
        heading: t(`accessibility.heading.${name}`),
        text: t(`accessibility.text.${name}`),
      }))}
    />
  );
}
