/** Salons with their owners, for tests. */
import { v7 } from 'uuid';
import { salons } from '#db/schema/salons.ts';
import type { Shop } from './client.ts';

/** A salon with an owner who is signed in, and the fields of a deal of it. */
export async function newSalon(shop: Shop, name: string) {
  const [ownerId, salonId] = [v7(), v7()];
  const owner = await shop.as({ id: ownerId, email: `${ownerId}@example.al`, canPostDeals: true });
  await shop.db.insert(salons).values({ id: salonId, slug: salonId, ownerId, name, address: '', city: 'tirana' });
  return { salonId, ownerId, owner, email: `${ownerId}@example.al`, deal: { userId: ownerId, salonId } };
}
