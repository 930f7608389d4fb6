import { useT } from '#web/kit/i18n.tsx';
import { useCards } from '#web/kit/shop-config.ts';

/** Says in the sandbox that no money moves. */
export function TestNote() {
  const t = useT();
  if (useCards() !== 'sandbox') return null;
  return <p className="rounded-2xl bg-raised p-4 font-semibold">{t('checkout.test')}</p>;
}
