/** Every race with the promise it proves and how many rounds are few (each test run) and many (`npm run prove`). */
import { asShownRace } from './as-shown.race.ts';
import { conservationRace } from './conservation.race.ts';
import { foreignIdsRace } from './foreign-ids.race.ts';
import { oneFavoriteRace } from './one-favorite.race.ts';
import { oneLineRace } from './one-line.race.ts';
import { oneOrderRace } from './one-order.race.ts';
import type { Race } from './race.ts';
import { totalsRace } from './totals.race.ts';
import { visibleOnlyRace } from './visible-only.race.ts';

export interface Proof {
  id: string;
  promise: string;
  race: Race;
  few: number;
  many: number;
}

export const proofs: readonly Proof[] = [
  { id: 'I4', promise: 'one confirmation makes one order', race: oneOrderRace, few: 2, many: 200 },
  { id: 'I5', promise: 'every unit of a cart ends in exactly one place', race: conservationRace, few: 2, many: 200 },
  { id: 'I6', promise: 'one deal is one line of at most 99', race: oneLineRace, few: 2, many: 200 },
  { id: 'I7', promise: "what is another's cannot be told from nothing", race: foreignIdsRace, few: 1, many: 100 },
  { id: 'I8', promise: 'a deal is saved once and its likes say so', race: oneFavoriteRace, few: 2, many: 200 },
  { id: 'I20', promise: 'a total is the exact sum', race: totalsRace, few: 100, many: 1000 },
  { id: 'I21', promise: 'what cannot be seen is not bought', race: visibleOnlyRace, few: 1, many: 60 },
  { id: 'I23', promise: 'an order holds what was shown and agreed', race: asShownRace, few: 1, many: 60 },
];
