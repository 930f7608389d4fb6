/** Runs every part in turn and prints one table. `npm run bench -- search` runs the parts whose name contains that. */
import { admin } from './admin.bench.ts';
import { edits } from './edits.bench.ts';
import { figures as salonFigures } from './figures.bench.ts';
import { ledger } from './ledger.bench.ts';
import { lighthouse } from './lighthouse.bench.ts';
import { type Figure, type Part, tableOf } from './report.ts';
import { responses } from './responses.bench.ts';
import { reviews } from './reviews.bench.ts';
import { search } from './search.bench.ts';
import { start } from './start.bench.ts';
import { weight } from './weight.bench.ts';

const parts: Part[] = [responses, edits, search, admin, reviews, salonFigures, ledger, weight, start, lighthouse];

const requested = process.argv.slice(2);
const figures: Figure[] = [];
for (const part of parts) {
  if (requested.length > 0 && !requested.some((name) => part.name.includes(name))) continue;
  console.error(`… ${part.name}`);
  figures.push(...(await part.run()));
}
console.log(tableOf(figures));
