import { type CityChoice, DEFAULT_CITY, isCity } from '#core/domain/cities.ts';

export interface CountedSearch {
  city: CityChoice;
  /** As it is counted: in small letters, one space between words. */
  said: string;
  /** Whether it is of letters that the catalogue compares words by: of others nobody can tell what they say. */
  isSayable: boolean;
}

const LENGTH = { least: 2, most: 60 };
/** What is said to others, so nothing that is more than words: no addresses, no tags, no signs. */
const PLAIN = /^[\p{L}\p{Nd} '’-]+$/u;
/** Without their marks. */
const OURS = /^[a-z0-9 -]+$/;

/** What is counted of a search; null for what is none, and for what may tell of a person: an address, a number. */
export function toCounted({ search, city = '' }: { search: string; city?: string | undefined }): CountedSearch | null {
  const said = search.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  const place = city || DEFAULT_CITY;
  const { length } = [...said];
  const isSearch = length >= LENGTH.least && length <= LENGTH.most && /\p{L}/u.test(said) && PLAIN.test(said);
  const tellsOfSomebody = /(\d[\s-]*){5}/.test(said);
  if (!isSearch || tellsOfSomebody || !(place === 'all' || isCity(place))) return null;
  return { city: place, said, isSayable: OURS.test(said.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '')) };
}
