/** What a deal says in the reader's language. */
import type { Key, Translate } from '#core/i18n/t.ts';
import { useT } from '#web/kit/i18n.tsx';
import type { Part } from '#web/kit/voice.tsx';

interface Bilingual {
  title: string;
  titleEn: string | null;
}

/** A page brings a list's titles in its own language: what was added from it may be read in another one. */
export const titleOf = (deal: Bilingual, t: Translate) =>
  (t.language === 'en' && deal.titleEn) || deal.title || (deal.titleEn ?? '');

export const descriptionOf = (deal: { description: string; descriptionEn: string | null }, t: Translate) =>
  (t.language === 'en' && deal.descriptionEn) || deal.description;

export interface NamedCategory {
  slug: string;
  name?: string;
  nameEn?: string | null;
}

/** Their names travel with the shop; those of others only the server knows. */
const known = ['hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage', 'spa'];

/** For what a salon wrote in Albanian alone, on an English page: a voice changes its language for it (WCAG 3.1.2). */
export const langOf = (inEnglish: string | null | undefined, t: Translate) =>
  t.language === 'en' && !inEnglish ? 'sq' : undefined;

/** Where a salon is, as it wrote it, in no language but its own; its city where it says no more. */
export const placeOf = ({ address, city }: { address: string | null; city: string }, t: Translate) =>
  address ? { text: address, lang: langOf(null, t) } : { text: cityName(city, t), lang: undefined };

/** The same of a title; a deal that was withdrawn has none. */
export const langOfTitle = ({ title, titleEn }: Bilingual, t: Translate) => (title ? langOf(titleEn, t) : undefined);

/** A title as a part of what is said. */
export const titlePart = (deal: Bilingual, t: Translate) => ({ text: titleOf(deal, t), lang: langOfTitle(deal, t) });

export const isKnownCategory = (slug: string) => known.includes(slug);

/** Name of a category; one that an admin added speaks for itself. */
export function categoryName(category: NamedCategory, t: Translate): string {
  if (isKnownCategory(category.slug)) return t(`category.${category.slug}` as Key as 'category.hair');
  return (t.language === 'en' && category.nameEn) || category.name || category.slug;
}

/** For the name of a category that an admin gave in Albanian alone. */
export const langOfCategory = ({ slug, nameEn }: NamedCategory, t: Translate) =>
  isKnownCategory(slug) ? undefined : langOf(nameEn, t);

export const cityName = (city: string, t: Translate) => t(`city.${city}` as Key as 'city.tirana');

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
