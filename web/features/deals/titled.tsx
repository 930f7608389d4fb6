import { useT } from '#web/kit/i18n.tsx';
import { type Bilingual, langOfTitle, titleOf } from './deal-words.ts';

/** A text with the title of a deal in it, said in the language of that (WCAG 3.1.2), which no attribute could do. */
export function Titled({ deal, children: text }: { deal: Bilingual; children: string }) {
  const t = useT();
  const title = titleOf(deal, t);
  const lang = langOfTitle(deal, t);
  const at = text.indexOf(title);
  if (!lang || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span lang={lang}>{title}</span>
      {text.slice(at + title.length)}
    </>
  );
}
