import { expect, test } from 'vitest';
import { adminUsers } from '#core/contract/admin/users.ts';
import { memberships } from '#db/schema/memberships.ts';
import { startShop } from '#test/client.ts';
import { newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;
const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
const named = (name: string, more: object = {}) =>
  newUser(db, { email: `${name}@example.al`, username: name, ...more });
const DAY_MS = 86_400_000;

test('users are listed by kind with their membership, and searched by name, email and id', async () => {
  const client = await named('ana');
  const dealer = await named('besa', { canPostDeals: true });
  const late = await named('dritan', { canPostDeals: true });
  const lapsed = await named('ilir', { canPostDeals: true });
  await named('mbyllur', { isActive: false });
  const span = (days: number) => ({
    currentPeriodStart: new Date(Date.now() - 60 * DAY_MS),
    currentPeriodEnd: new Date(Date.now() + days * DAY_MS),
  });
  await db.insert(memberships).values([
    { userId: dealer, plan: 'silver', postsLimit: 10, ...span(3) },
    { userId: late, plan: 'gold', postsLimit: -1, ...span(-1) },
    { userId: lapsed, plan: 'entry', postsLimit: 3, ...span(-10) },
  ]);
  const list = (query: object) => admin(adminUsers.list, { query });
  const names = async (query: object) => (await list(query)).map(({ username }) => username);
  expect(await list({ kind: 'business' })).toMatchObject([
    { username: 'ilir', membership: { plan: 'entry', status: 'expired', isInGrace: false } },
    { username: 'dritan', membership: { plan: 'gold', status: 'active', isInGrace: true } },
    { username: 'besa', membership: { plan: 'silver', status: 'active', isInGrace: false } },
    { username: 'admin@example.al', role: 'admin', membership: null },
  ]);
  expect(await names({ kind: 'client' })).toEqual(['ana']);
  expect(await names({})).toEqual(['ilir', 'dritan', 'besa', 'ana', 'admin@example.al']);
  expect(await names({ q: 'BESA@' })).toEqual(['besa']);
  expect(await names({ q: client.toUpperCase() })).toEqual(['ana']);
  expect(await names({ q: '%' })).toEqual([]);
  expect(await admin(adminUsers.counts)).toEqual({ clients: 1, business: 3, admins: 1 });
});
