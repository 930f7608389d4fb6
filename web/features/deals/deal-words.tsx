/** The texts of a deal in the reader's language. */
import type { Key, Translate } from '#core/i18n/t.ts';
import type { Part } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';

interface Bilingual {
  title: string;
  titleEn: string | null;
}

/** A page has a list's titles in its own language only; a stored deal may be read in another. */
export const titleOf = (deal: Bilingual, t: Translate) =>
  (t.language === 'en' && deal.titleEn) || deal.title || (deal.titleEn ?? '');

export const descriptionOf = (deal: { description: string; descriptionEn: string | null }, t: Translate) =>
  (t.language === 'en' && deal.descriptionEn) || deal.description;

export interface NamedCategory {
  slug: string;
  name?: string;
  nameEn?: string | null;
  icon?: string | null;
  color?: string | null;
}

/** Translations of the known categories and cities; others come from the server. */
const known = ['hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage', 'spa'];

/** The language of a text that a salon wrote in Albanian only, on an English page (WCAG 3.1.2). */
export const langOf = (inEnglish: string | null | undefined, t: Translate) =>
  t.language === 'en' && !inEnglish ? 'sq' : undefined;

/** The salon's address in its language; else the city. */
export const placeOf = ({ address, city }: { address: string | null; city: string }, t: Translate) =>
  address ? { text: address, lang: langOf(null, t) } : { text: cityName(city, t), lang: undefined };

/** The same for a title; a withdrawn deal has none. */
export const langOfTitle = ({ title, titleEn }: Bilingual, t: Translate) => (title ? langOf(titleEn, t) : undefined);

/** A title as a part of an announcement. */
export const titlePart = (deal: Bilingual, t: Translate) => ({ text: titleOf(deal, t), lang: langOfTitle(deal, t) });

export const isKnownCategory = (slug: string) => known.includes(slug);

/** The name of a category: its own, else ours, which stands alone where only the slug is known. */
export function categoryName({ slug, name, nameEn }: NamedCategory, t: Translate): string {
  const own = t.language === 'en' ? nameEn : name;
  if (own) return own;
  return isKnownCategory(slug) ? t(`category.${slug}` as Key as 'category.hair') : name || slug;
}

/** The same for the name of a category. */
export const langOfCategory = ({ slug, nameEn }: NamedCategory, t: Translate) =>
  isKnownCategory(slug) ? undefined : langOf(nameEn, t);

export const cityName = (city: string, t: Translate) => t(`city.${city}` as Key as 'city.tirana');

/** A text with the title of a deal in it, announced in the title's language (WCAG 3.1.2). */
export function Titled({ deal, children: text }: { deal: Bilingual; children: string }) {
  return <WithPart part={titlePart(deal, useT())}>{text}</WithPart>;
}

/** A text with a part that may be in another language. */
export function WithPart({ part, children: text }: { part: Part; children: string }) {
  const at = text.indexOf(part.text);
  if (!part.lang || at < 0) return <span>{text}</span>;
  return (
    <>
      {text.slice(0, at)}
      <span lang={part.lang}>{part.text}</span>
      {text.slice(at + part.text.length)}
    </>
  );
}
