import type { SalonContact } from '#core/contract/shapes.ts';
import { useT } from '#web/kit/i18n.tsx';
import { placeOf } from './deal-words.ts';

/** Where a salon is and its number, in a line. */
export function SalonPlace({ salon }: { salon: SalonContact }) {
  const { text, lang } = placeOf(salon, useT());
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      <span lang={lang}>{text}</span>
      {salon.phone && <span className="numerals">{salon.phone}</span>}
    </p>
  );
}
