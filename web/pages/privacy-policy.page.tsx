import { useT } from '../kit/i18n.tsx';
import { LegalText } from './legal/legal-text.tsx';

const sections = ['kept', 'guests', 'cookies', 'time', 'others', 'rights', 'age'] as const;

export function Page() {
  const t = useT();
  return (
    <LegalText
      title={t('privacy.title')}
      description={t('privacy.description')}
      path="/privacy-policy"
      sections={sections.map((name) => ({ heading: t(`privacy.heading.${name}`), text: t(`privacy.text.${name}`) }))}
    />
  );
}
