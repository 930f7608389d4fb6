import { useT } from '../kit/i18n.tsx';
import { LegalText } from './legal/legal-text.tsx';

const sections = ['role', 'account', 'prices', 'orders', 'cancel', 'use', 'salons', 'liability', 'changes'] as const;

export function Page() {
  const t = useT();
  return (
    <LegalText
      title={t('terms.title')}
      description={t('terms.description')}
      path="/terms-of-service"
      sections={sections.map((name) => ({ heading: t(`terms.heading.${name}`), text: t(`terms.text.${name}`) }))}
    />
  );
}
