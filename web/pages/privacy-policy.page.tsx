import { useCards, useIdentities } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { LegalText } from '#web/shell/legal-text.tsx';

const sections = [
  'kept',
  'guests',
  'cookies',
  'offline',
  'notifications',
  'time',
  'others',
  'identities',
  'cards',
  'rights',
  'age',
] as const;

export function Page() {
  const t = useT();
  const { google, apple } = useIdentities();
  const isTold = { cards: useCards() === 'stripe', identities: google !== null || apple !== null };
  const told = sections.filter((name) => !(name in isTold) || isTold[name as keyof typeof isTold]);
  return (
    <LegalText
      title={t('privacy.title')}
      description={t('privacy.description')}
      path="/privacy-policy"
      sections={told.map((name) => ({ heading: t(`privacy.heading.${name}`), text: t(`privacy.text.${name}`) }))}
    />
  );
}
