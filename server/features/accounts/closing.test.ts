/** What happens to an account at the very moment at which somebody signs in to it, or buys from it. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/people.ts';
import { sessions } from '#db/schema/sign-in.ts';
import { browserKeyOf } from '#server/kit/http/browsers.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';

const shop = await startShop();
const { db, pool } = shop;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

const close = (userId: string) =>
  pool.query(`update users set is_active = false, email = $1, username = $1 where id = $1::uuid`, [userId]);

/** Another connection, in a transaction that holds what `statement` locks until it is let go. */
async function holding(statement: string, values: unknown[]) {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(statement, values);
  return {
    query: (text: string, more: unknown[]) => holder.query(text, more),
    async letGo() {
      await holder.query('commit');
      holder.release();
    },
  };
}

async function member(): Promise<{ userId: string; email: string }> {
  const email = `${v7()}@example.al`;
  return { userId: await newUser(db, { email, username: email, passwordHash }), email };
}

test('whoever signs in while the account is being closed is signed in to nothing', async () => {
  const { userId, email } = await member();
  const browserId = 'A'.repeat(22);
  const holder = await holding(`select pg_advisory_xact_lock(hashtextextended('favorites ' || $1, 0))`, [
    browserKeyOf(browserId),
  ]);
  const browser = shop.guest();
  browser.cookies.set('bukuri-browser', browserId);
  const entered = browser(accounts.login, { body: { username: email, password: PASSWORD } });
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  const closed = close(userId);
  await Promise.race([closed, expect.poll(() => waitingFor(pool)).toHaveLength(2)]);
  await holder.letGo();
  await Promise.all([entered, closed]);
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
});

test.each([
  ['the account was closed', { isActive: false }],
  ['the password was changed', { passwordHash: await hashPassword('një gotë pa ujë') }],
])('whoever signs in with what was right until %s does not come in', async (_name, change) => {
  const { userId, email } = await member();
  const { limiter } = shop.deps;
  const { tryAccount } = limiter;
  limiter.tryAccount = async (name, isRight) => {
    await db.update(users).set(change).where(eq(users.id, userId));
    return tryAccount.call(limiter, name, isRight);
  };
  const answer = await refusal(shop.guest()(accounts.login, { body: { username: email, password: PASSWORD } }));
  limiter.tryAccount = tryAccount;
  expect(answer).toBe('401 accounts.badCredentials');
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
});

test('closing an account waits for orders of its deals in their order, never in a circle', async () => {
  const userId = await newUser(db);
  const [first, second] = [v7(), v7()];
  for (const id of [second, first]) await newDeal(db, { id, userId });
  const order = await holding('select from deals where id = $1 for no key update', [first]);
  const closed = close(userId);
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  await order.query('select from deals where id = $1 for no key update', [second]);
  await order.letGo();
  await closed;
  expect(await db.$count(deals, eq(deals.userId, userId))).toBe(2);
});

test('an order keeps the accounts it buys from before their deals, so that closing one waits outside', async () => {
  const [dealer, buyer] = [await newUser(db), await member()];
  const ana = await shop.as({ email: buyer.email });
  const sessionId = newSessionId();
  await ana(cart.add, { body: { dealId: await newDeal(db, { userId: dealer }), sessionId } });
  const holder = await holding('select from users where id = $1 for update', [buyer.userId]);
  const ordered = ana(orders.cash, { body: { sessionId } });
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  const closed = close(dealer);
  await expect.poll(() => waitingFor(pool)).toHaveLength(2);
  await pool.query('select from users where id = $1 for key share nowait', [dealer]);
  await holder.letGo();
  expect((await ordered).status).toBe('pending');
  await closed;
});

test('a session that came back after its account was closed, as from an old backup, lets nobody in', async () => {
  const { userId, email } = await member();
  const browser = shop.guest();
  await browser(accounts.login, { body: { username: email, password: PASSWORD } });
  const [kept] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect((await browser(accounts.me)).user).toMatchObject({ email });
  await close(userId);
  if (kept) await db.insert(sessions).values(kept);
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

test('a deal that is saved as it was waits for no account, one that comes back does', async () => {
  const { userId } = await member();
  const id = await newDeal(db, { userId });
  const holder = await holding('select from users where id = $1 for update', [userId]);
  await db.update(deals).set({ isActive: true }).where(eq(deals.id, id));
  await db.update(deals).set({ isActive: false }).where(eq(deals.id, id));
  const back = db.update(deals).set({ isActive: true }).where(eq(deals.id, id)).execute();
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  await holder.letGo();
  await back;
});
