import { searches } from '#core/contract/searches.ts';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { dayBefore } from '#core/domain/day-before.ts';
import type { Deps } from '#server/deps.ts';
import { toPlace } from '#server/features/deals/deals.rules.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { isPerson } from '#server/kit/http/request-context.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { claimOnce, type Limits } from '#server/kit/limits/limits.ts';
import { addSearch, checkSearch, missedSearches, popularSearches, toCounted } from './searches.store.ts';

const DAYS = 7;
const MISSED_DAYS = 30;

const searchesLimits = {
  /** Per address, across accounts. */
  countedSearches: { max: 1000, seconds: 86_400, per: 'address' },
} as const satisfies Limits;

function searchesRoutes(serve: Serve, { db, pool, clock, actors }: Deps): void {
  serve(searches.count, async ({ body, request }) => {
    const counted = toCounted(body);
    const day = dayInTirane(clock.now());
    if (counted && isPerson(request)) {
      await inTransaction(db, async (tx) => {
        const found = await checkSearch(tx, counted);
        // Accounts are free, so searches are counted once per address in any spelling and city.
        const what = found.stems.length > 0 ? found.stems : [counted.said];
        const print = actors.fingerprintOf(day, `${found.has_found}`, ...what, actors.ofAddress(request).key);
        if (await claimOnce(tx, { name: 'searched', print })) await addSearch(tx, { ...counted, ...found, day });
      });
    }
    return { success: true as const };
  });

  serve(searches.popular, ({ query, cached }) => {
    const city = toPlace(query.city || DEFAULT_CITY);
    const since = dayBefore(clock.now(), DAYS - 1);
    return cached(`popular ${city}`, async () => ({
      json: city === undefined ? '[]' : await popularSearches(pool, { city, since }),
      left: null,
      // Counts of days: 30 seconds old at most.
      tags: [],
    }));
  });

  serve(searches.missed, () => missedSearches(db, dayBefore(clock.now(), MISSED_DAYS - 1)));
}

export const feature = { contract: { searches }, routes: searchesRoutes, limits: searchesLimits };
