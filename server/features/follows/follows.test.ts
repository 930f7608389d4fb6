import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { follows } from '#core/contract/follows.ts';
import { ownDeals } from '#core/contract/own-deals.ts';
import { insertSalon } from '#server/features/salons/salons.store.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';

const shop = await startShop();
const newSalon = (name: string, ownerId: string | null = null) =>
  inTransaction(shop.db, (tx) => insertSalon(tx, { ownerId, name, about: '', address: 'Rruga', city: 'tirana' }));

test('salon followed twice is listed once by name until it is unfollowed, for this user only', async () => {
  const [ana, ilir] = [await shop.as({ email: 'ana@example.al' }), await shop.as({ email: 'ilir@example.al' })];
  const [second, first] = [await newSalon('Zana'), await newSalon('Agimi')];
  for (const salonId of [second, second, first]) await ana(follows.add, { params: { salonId } });
  expect(await ana(follows.list)).toMatchObject([
    { salonId: first, name: 'Agimi', city: 'tirana', logoUrl: null },
    { salonId: second, name: 'Zana' },
  ]);
  expect(await ilir(follows.list)).toEqual([]);
  await ilir(follows.remove, { params: { salonId: first } });
  for (let turn = 0; turn < 2; turn++) await ana(follows.remove, { params: { salonId: second } });
  expect(await ana(follows.list)).toMatchObject([{ salonId: first }]);
  expect(await refusal(ana(follows.add, { params: { salonId: v7() } }))).toBe('404 salons.notFound');
});

test('dealer without deals, whose salon is followed, is told by how many', async () => {
  const email = 'besa@example.al';
  const salonId = await newSalon('Besa', await newUser(shop.db, { email, username: email, canPostDeals: true }));
  const ana = await shop.as({ email: 'ana@example.al' });
  await ana(follows.add, { params: { salonId } });
  expect(await (await shop.as({ email }))(ownDeals.totals)).toMatchObject({ posted: 0, followers: 1 });
});
