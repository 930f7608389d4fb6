/** Deals for tests: only what a test is about has to be said. */
import { deals } from '#db/schema/catalogue.ts';
import type { Db } from '#server/kit/db/db.ts';

type NewDeal = Partial<typeof deals.$inferInsert> & { title: string };

/** Adds one deal and resolves to its id. The category `nails` has to be there. */
export function newDeal(db: Db): (deal: NewDeal) => Promise<string> {
  return async (deal) => {
    const common = { businessName: 'Petalja Rozë', price: 100_00, category: 'nails' };
    const [added] = await db
      .insert(deals)
      .values({ ...common, ...deal })
      .returning({ id: deals.id });
    if (!added) throw new Error('a deal was not added');
    return added.id;
  };
}
