import { useT } from '../kit/i18n.tsx';
import { useCards } from '../kit/use-cards.ts';
import { LegalText } from './legal/legal-text.tsx';

const sections = ['kept', 'guests', 'cookies', 'time', 'others', 'cards', 'rights', 'age'] as const;

export function Page() {
  const t = useT();
  const takesCards = useCards() === 'stripe';
  const told = sections.filter((name) => takesCards || name !== 'cards');
  return (
    <LegalText
      title={t('privacy.title')}
      description={t('privacy.description')}
      path="/privacy-policy"
      sections={told.map((name) => ({ heading: t(`privacy.heading.${name}`), text: t(`privacy.text.${name}`) }))}
    />
  );
}
