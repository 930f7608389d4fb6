import type { Part } from '#web/kit/announce.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { type Bilingual, titlePart } from './deal-words.ts';

/** A text with the title of a deal in it, said in the language of that (WCAG 3.1.2), which no attribute could do. */
export function Titled({ deal, children: text }: { deal: Bilingual; children: string }) {
  return <WithPart part={titlePart(deal, useT())}>{text}</WithPart>;
}

/** A text with something in it that may be in another language. */
export function WithPart({ part, children: text }: { part: Part; children: string }) {
  const at = text.indexOf(part.text);
  if (!part.lang || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span lang={part.lang}>{part.text}</span>
      {text.slice(at + part.text.length)}
    </>
  );
}
