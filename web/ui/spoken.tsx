import { heard } from '#core/i18n/heard.ts';
import { useT } from '#web/kit/i18n.tsx';

/** A text that may hold grouped numbers or a range: as it is for eyes, with plain numbers and words for ears, or `as` something else. */
export function Spoken({ children: text, as = text }: { children: string; as?: string }) {
  const said = heard(as, useT().language);
  if (said === text) return text;
  return (
    <span>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
