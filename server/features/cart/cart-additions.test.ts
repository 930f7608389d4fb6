import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#db/schema/catalogue.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';

const { as, db, pool } = await startShop();
const sessionId = newSessionId();
let people = 0;
const somebody = () => as({ email: `adder${++people}@example.al` });

test('an addition that is sent again with its key happens once', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const key = randomUUID();
  const once = () => ana(cart.add, { body: { dealId, sessionId, quantity: 2, key } });
  const first = await once();
  expect(await once()).toEqual(first);
  await ana(cart.update, { params: { itemId: first.id }, body: { quantity: 5 } });
  expect(await once(), 'the line as it is').toMatchObject({ id: first.id, quantity: 5 });
  expect(await ana(cart.add, { body: { dealId, sessionId } }), 'another addition').toMatchObject({
    id: first.id,
    quantity: 6,
  });
  await ana(cart.remove, { params: { itemId: first.id } });
  expect(await refusal(once()), 'what was removed stays so').toBe('404 cart.lineNotFound');
  const besa = await somebody();
  expect(await besa(cart.add, { body: { dealId, sessionId, key } }), "another's key").toMatchObject({ quantity: 1 });
});

test('who adds without end leaves no more keys than the last five hundred', async () => {
  const email = 'without.end@example.al';
  const [ana, besa] = [await as({ email }), await somebody()];
  const before = { dealId: await newDeal(db), sessionId, key: randomUUID() };
  await besa(cart.add, { body: before });
  await pool.query("update cart_additions set created_at = now() - interval '1 day' where key = $1", [before.key]);
  await pool.query(
    `insert into cart_additions (user_id, key, created_at)
      select id, gen_random_uuid(), now() - n * interval '1 second' from users, generate_series(1, 700) n where email = $1`,
    [email],
  );
  const body = { dealId: await newDeal(db), sessionId, key: randomUUID() };
  for (let times = 0; times < 2; times++) expect(await ana(cart.add, { body })).toMatchObject({ quantity: 1 });
  const { rows } = await pool.query(
    'select count(*)::int as count, bool_or(key = $2) as last from cart_additions join users on id = user_id where email = $1',
    [email, body.key],
  );
  expect(rows).toEqual([{ count: 500, last: true }]);
  expect(await besa(cart.add, { body: before }), "another's key").toMatchObject({ quantity: 1 });
});

test('many at once with one key are one addition', async () => {
  const ana = await somebody();
  const key = randomUUID();
  const body = { dealId: await newDeal(db), sessionId, key };
  await Promise.all(Array.from({ length: 10 }, () => ana(cart.add, { body })));
  expect(await ana(cart.list, { params: { sessionId } })).toMatchObject([{ quantity: 1 }]);
});

test('an addition that was refused can be sent again', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { isHidden: true });
  const body = { dealId, sessionId, key: randomUUID() };
  expect(await refusal(ana(cart.add, { body }))).toBe('404 deals.notFound');
  await db.update(deals).set({ isHidden: false }).where(eq(deals.id, dealId));
  expect(await ana(cart.add, { body })).toMatchObject({ quantity: 1 });
});

test('what a deal says after it was hidden is told to no cart', async () => {
  const ana = await somebody();
  const body = { dealId: await newDeal(db, { price: 100_000 }), sessionId, key: randomUUID() };
  await ana(cart.add, { body });
  const secret = 'Ende e fshehtë';
  const news = { title: secret, titleEn: secret, businessName: secret, price: 90_000, originalPrice: 190_000 };
  await db
    .update(deals)
    .set({ isHidden: true, imageUrl: '/pictures/deals/hair-2-320.avif', ...news })
    .where(eq(deals.id, body.dealId));
  const lines = [...(await ana(cart.list, { params: { sessionId } })), await ana(cart.add, { body })];
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatchObject({ unavailable: 'unavailable', priceChanged: null });
    expect(line.deal).toMatchObject({ title: '', titleEn: null, businessName: '', imageUrl: null });
    expect(line.deal).toMatchObject({ price: 1000, originalPrice: null, discount: 0 });
  }
});
