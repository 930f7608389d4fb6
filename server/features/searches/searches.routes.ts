import { searches } from '#core/contract/searches.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Deps } from '#server/deps.ts';
import { toPlace } from '#server/features/deals/deals.rules.ts';
import { dayOf } from '#server/kit/albanian-day.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { isPerson } from '#server/kit/http/request-context.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { claimOnce, type Limits } from '#server/kit/limits/limits.ts';
import { toCounted } from './searches.rules.ts';
import { addSearch, lookAt, popularSearches } from './searches.store.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

export const searchesLimits = {
  /** Of an address, however many accounts it makes: it takes little of the room that a day has. */
  countedSearches: { max: 1000, seconds: 86_400, per: 'address' },
} as const satisfies Limits;

export function searchesRoutes(serve: Serve, { db, pool, clock, actors }: Deps): void {
  serve(searches.count, async ({ body, request }) => {
    const counted = toCounted(body);
    const day = dayOf(clock.now());
    if (counted && isPerson(request)) {
      await inTransaction(db, async (tx) => {
        const found = await lookAt(tx, counted);
        // Accounts cost nothing: all behind one address are one who found it, or not, in any city and in any form.
        const what = found.stems.length > 0 ? found.stems : [counted.said];
        const print = actors.printOf(day, `${found.has_found}`, ...what, actors.ofAddress(request).key);
        if (await claimOnce(tx, { name: 'searched', print })) await addSearch(tx, { ...counted, ...found, day });
      });
    }
    return { success: true as const };
  });

  serve(searches.popular, ({ query, forEverybody }) => {
    const city = toPlace(query.city || DEFAULT_CITY);
    const since = dayOf(clock.now() - (DAYS - 1) * DAY_MS);
    return forEverybody(`popular ${city}`, async () => ({
      json: city === undefined ? '[]' : await popularSearches(pool, { city, since }),
      left: null,
    }));
  });
}
