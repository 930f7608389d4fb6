import { heard, spelled } from '#core/i18n/heard.ts';
import { useT } from '#web/kit/i18n.tsx';

/** A text that may hold grouped numbers or a range: as it is for eyes, with plain numbers and words for ears, or `as` something else. */
export function Spoken({ children: text, as = text }: { children: string; as?: string }) {
  const said = heard(as, useT().language);
  return said === text ? text : <Twofold seen={text} said={said} />;
}

/** A code, or a text with one, that is heard letter by letter, and copied without that. */
export const Spelled = ({ code, children: text = code }: { code: string; children?: string }) => (
  <Twofold seen={text} said={text.replace(code, spelled(code))} className="select-none sr-only" />
);

function Twofold({ seen, said, className = 'sr-only' }: { seen: string; said: string; className?: string }) {
  return (
    <span>
      <span aria-hidden="true">{seen}</span>
      <span className={className}>{said}</span>
    </span>
  );
}
