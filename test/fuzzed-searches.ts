/** Searches as nobody plans them, the same ones every time: real words, their beginnings and misspellings, and hostile text. */

import { sorts } from '#core/contract/deals.ts';
import { cities } from '#core/domain/cities.ts';
import { demoDeals } from '#db/demo-shop.ts';

export interface FuzzedSearch {
  search: string;
  city: string;
  category?: string | undefined;
  sort: (typeof sorts)[number];
  near?: string | undefined;
  minPrice?: string | undefined;
}

const HOSTILE = [
  '💅',
  '%',
  '_',
  "'",
  '\\',
  "';--",
  ':*',
  '&',
  '|',
  '!',
  '<->',
  'שלום',
  "%_\\'",
  'ﬁ',
  '60',
  'a'.repeat(60),
];

export function fuzzedSearches(count: number): FuzzedSearch[] {
  const said = demoDeals(new Date(0)).flatMap((deal) => [
    deal.title,
    deal.titleEn,
    deal.description,
    deal.businessName,
  ]);
  const words = [...new Set(said.join(' ').split(/\s+/))];
  let state = 1;
  const dice = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
  const one = <T>(list: readonly T[]) => list[dice(list.length)] as T;
  const word = () => one(words);
  const kinds = [
    word,
    () => word().slice(0, 1 + dice(5)),
    () => word().replace(/.$/, one([...'aeiouxz'])),
    () => [...word()].toSpliced(dice(6), 1).join(''),
    () => String.fromCharCode(97 + dice(26)),
    () => `${one(HOSTILE)}${dice(2) ? word() : ''}`,
    () => Array.from({ length: 60 }, () => String.fromCharCode(97 + dice(26))).join(''),
    () => one(cities),
  ];
  return Array.from({ length: count }, () => {
    const sort = one(sorts);
    return {
      search: Array.from({ length: dice(3) ? 1 + dice(3) : 1 + dice(9) }, () => (dice(2) ? word() : one(kinds)()))
        .join(' ')
        .slice(0, 200),
      city: dice(2) ? 'all' : one(cities),
      category: dice(6) ? undefined : 'hair',
      sort,
      near: sort === 'near' ? '41.33,19.82' : undefined,
      minPrice: dice(8) ? undefined : '1000',
    };
  });
}
