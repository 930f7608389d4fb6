import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { LegalText } from '#web/shell/legal-text.tsx';

const sections = ['role', 'account', 'prices', 'orders', 'cancel', 'use', 'salons', 'liability', 'changes'] as const;
const ofCards = ['orders', 'cancel'] as const;

export function Page() {
  const t = useT();
  const takesCards = useCards() === 'stripe';
  const textOf = (name: (typeof sections)[number]) => {
    const changed = takesCards && ofCards.find((one) => one === name);
    return changed ? t(`terms.withCards.${changed}`) : t(`terms.text.${name}`);
  };
  return (
    <LegalText
      title={t('terms.title')}
      description={t('terms.description')}
      path="/terms-of-service"
      sections={sections.map((name) => ({ heading: t(`terms.heading.${name}`), text: textOf(name) }))}
    />
  );
}
