/** Deals of the demo shop by name, and deals that a journey makes for itself. */
import pg from 'pg';
import { PAGE_SIZE } from '#core/contract/deals.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { demoId } from '#db/world.ts';

export const colour = { id: demoId('deal', 'd01'), title: 'Lyerje e plotë flokësh dhe tharje me stilim', price: 2200 };
export const gelNails = { id: demoId('deal', 'd04'), title: 'Manikyr xhel', price: 1200 };
export const massage = { id: demoId('deal', 'd07'), title: 'Masazh relaksues trupi, 60 minuta', price: 2600 };
/** Ended ninety minutes before the shop was seeded. */
export const expired = { id: demoId('deal', 'd12'), title: 'Larje dhe tharje me stilim (breshing)' };
export const hidden = { id: demoId('deal', 'd22'), title: 'Qethje për meshkuj dhe rregullim mjekre' };

const SOON_MS = 3_600_000;

/** Ends the demo deals that would end in the middle of the journeys. */
export async function endWhatEndsSoon(): Promise<void> {
  await inDatabase(
    "update deals set expires_at = now() - interval '1 minute' where expires_at < now() + $1::interval",
    [`${SOON_MS} milliseconds`],
  );
}

/** How many deals of the demo shop a visitor can find, of those `where` takes. */
export function livingDeals(where: (deal: { city: string; category: string }) => boolean): number {
  const now = new Date();
  const soon = new Date(now.getTime() + SOON_MS);
  return demoDeals(now).filter(
    ({ isHidden, isActive, expiresAt, city = '', category }) =>
      !isHidden && isActive && (!expiresAt || expiresAt > soon) && where({ city, category }),
  ).length;
}

/** How many of them are on the first page of a list. */
export const onFirstPage = (where: Parameters<typeof livingDeals>[0]): number =>
  Math.min(livingDeals(where), PAGE_SIZE);

/** Runs one statement in the shop's database, as somebody in the back office would. */
export async function inDatabase(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: process.env.JOURNEYS_DATABASE });
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Adds a deal in Krujë that no other journey touches, the only one of its title also at a second try; resolves to its id. */
export async function newDeal(title: string, price = 1000): Promise<string> {
  await inDatabase("update deals set deleted_at = now() where title = $1 and business_name = 'Salloni i Provës'", [
    title,
  ]);
  const { rows } = await inDatabase(
    `insert into deals (id, title, business_name, price, original_price, category, city, expires_at, image_url)
     select gen_random_uuid(), $1, 'Salloni i Provës', $2::int, $2::int * 2, 'spa', 'kruje', now() + interval '2 days', image_url
     from deals where id = $3 returning id`,
    [title, price, colour.id],
  );
  return rows[0].id;
}
