import { heard } from '#core/i18n/heard.ts';

/** A text that may hold grouped numbers: as it is for eyes, with plain numbers for ears. */
export function Spoken({ children: text }: { children: string }) {
  const said = heard(text);
  if (said === text) return text;
  return (
    <span>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
