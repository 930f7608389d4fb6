import { useT } from '#web/kit/i18n.tsx';
import { useCards } from '#web/kit/use-cards.ts';

/** Sandbox only: no real money. */
export function TestNote() {
  const t = useT();
  if (useCards() !== 'sandbox') return null;
  return <p className="rounded-2xl bg-raised p-4 font-semibold">{t('checkout.test')}</p>;
}
