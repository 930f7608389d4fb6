/** Ownership: what a signed-in user may not do with the things of others. The rules by role are in `endpoints.test.ts`. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { identities } from '#core/contract/accounts/identities.ts';
import { secondFactors } from '#core/contract/accounts/second-factors.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#core/contract/deals.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { privacy } from '#core/contract/privacy.ts';
import { sessions as sessionsTable } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { makeLink } from '#server/features/accounts/mailed-links.store.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { takingCards } from './card-buyers.ts';
import { newCardPayment } from './card-payments.ts';
import { type Client, newSessionId, startShop } from './client.ts';
import { type FakePaymentProvider, fakePaymentProvider } from './fake-payment-provider.ts';
import { fakeCredential, fakeIdentities } from './paper-identities.ts';
import { send } from './samples.ts';
import { newDeal, newOrder, newUser } from './shoppers.ts';

const { config, parts } = takingCards(fakePaymentProvider());
const shop = await startShop({
  config: { ...config, rateLimitScale: 100_000 },
  parts: { ...parts, identities: fakeIdentities() },
});
const { db } = shop;
const cards = shop.deps.cards as FakePaymentProvider;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);
const sessionId = newSessionId();

async function person(more: Partial<typeof users.$inferInsert> = {}) {
  const email = `${v7()}@example.al`;
  const id = await newUser(db, { email, username: email, passwordHash, ...more });
  return { id, email, client: await shop.as({ email }) };
}

const owner = await person();
const other = await person();
const dealer = await person({ canPostDeals: true });
const admin = await person({ role: 'admin' });
const guest = { client: shop.guest() };

async function answers(clients: { client: Client }[], endpoint: Endpoint, known: Record<string, unknown>) {
  const found = [];
  for (const { client } of clients) {
    const answer = await send(client, endpoint, known);
    found.push(answer.statusCode < 400 ? `${answer.statusCode}` : `${answer.statusCode} ${answer.json().code}`);
  }
  return found;
}

test("cart line of another user, changed or removed, answers 404 and keeps the owner's line", async () => {
  const line = (await send(owner.client, cart.add, { dealId: await newDeal(db), sessionId })).json();
  for (const endpoint of [cart.update, cart.remove]) {
    const found = await answers([other, dealer, admin], endpoint, { itemId: line.id });
    expect(found).toEqual(Array(3).fill('404 cart.lineNotFound'));
  }
  expect(await owner.client(cart.list, { params: { sessionId } })).toMatchObject([
    { id: line.id, quantity: line.quantity },
  ]);
  for (const { client } of [other, admin]) expect(await client(cart.list, { params: { sessionId } })).toEqual([]);
});

test('order of another user, shown or cancelled, answers 404', async () => {
  const id = await newOrder(db, { userId: owner.id });
  for (const endpoint of [orders.one, orders.cancel])
    expect(await answers([other, dealer, admin], endpoint, { id })).toEqual(Array(3).fill('404 orders.notFound'));
  expect(await answers([owner], orders.one, { id })).toEqual(['200']);
  expect(await answers([owner], orders.cancel, { id })).toEqual(['200']);
});

test('payment of another user, checked out, answers 404; of the owner before it is paid, 402', async () => {
  const paymentIntentId = await newCardPayment({ db, cards }, owner.id);
  const notFound = Array(3).fill('404 payments.notFound');
  expect(await answers([other, dealer, admin], payments.checkout, { paymentIntentId })).toEqual(notFound);
  expect(await answers([owner], payments.checkout, { paymentIntentId })).toEqual(['402 payments.notPaid']);
  expect(await answers([owner], payments.checkout, { paymentIntentId: 'pi_unknown' })).toEqual([
    '404 payments.notFound',
  ]);
  await cards.pay(paymentIntentId);
  expect(await answers([other, admin], payments.checkout, { paymentIntentId })).toEqual(notFound.slice(1));
  expect(await answers([owner], payments.checkout, { paymentIntentId })).toEqual(['200']);
});

test('session of another user, ended, goes on', async () => {
  const [session] = await db.select().from(sessionsTable).where(eq(sessionsTable.userId, owner.id));
  expect(await answers([other, admin], sessions.end, { id: session?.id })).toEqual(['200', '200']);
  expect(await answers([owner], accounts.me, {})).toEqual(['200']);
});

test('hidden deal, requested, is found by its dealer and administrators only and cannot be added', async () => {
  const hidden = await newDeal(db, { userId: dealer.id, isHidden: true });
  const known = { id: hidden, dealId: hidden };
  const notFound = '404 deals.notFound';
  expect(await answers([guest, owner, dealer, admin], deals.get, known)).toEqual([notFound, notFound, '200', '200']);
  for (const endpoint of [deals.related, favorites.add])
    expect(await answers([guest, owner, dealer, admin], endpoint, known)).toEqual(Array(4).fill(notFound));
  expect(await answers([owner, dealer, admin], cart.add, known)).toEqual(Array(3).fill(notFound));
});

test('own deal, added to the cart by its dealer, is refused', async () => {
  const dealId = await newDeal(db, { userId: dealer.id });
  expect(await answers([dealer, owner], cart.add, { dealId })).toEqual(['409 deals.own', '200']);
});

test('wrong password, on changes that ask for it, is refused with 403', async () => {
  const wrong = 'nuk-eshte-ky';
  const credential = fakeCredential({ subject: v7(), email: 'new@gmail.com' });
  const refused = ['403 accounts.wrongPassword'];
  expect(await answers([owner], accounts.changePassword, { current: wrong, password: 'dy gota me ujë' })).toEqual(
    refused,
  );
  expect(await answers([owner], privacy.close, { password: wrong })).toEqual(refused);
  expect(await answers([owner], identities.link, { provider: 'google', credential, password: wrong })).toEqual(refused);
  expect(await answers([owner], identities.unlink, { provider: 'google', password: wrong })).toEqual(refused);
});

test('second factor that was not set up, confirmed, renewed or ended, answers 409', async () => {
  expect(await answers([owner], secondFactors.confirm, { code: '000000' })).toEqual(['409 secondFactors.notBegun']);
  for (const endpoint of [secondFactors.renew, secondFactors.end])
    expect(await answers([owner], endpoint, { code: '000000' })).toEqual(['409 secondFactors.isOff']);
});

test('credential that no provider signed, at sign-in and linking, is refused', async () => {
  const credential = 'e30.e30.e30';
  expect(await answers([guest], identities.google, { credential })).toEqual(['401 identities.googleFailed']);
  expect(await answers([guest], identities.apple, { credential })).toEqual(['401 identities.appleFailed']);
  const linking = { provider: 'google', credential, password: PASSWORD };
  expect(await answers([owner], identities.link, linking)).toEqual(['403 identities.notConfirmed']);
});

test('closed account, signing in, using a mailed link or an old session, is refused', async () => {
  const closed = await person();
  const { token: reset } = await makeLink(db, { userId: closed.id, email: closed.email, purpose: 'reset' });
  const { token: verify } = await makeLink(db, { userId: closed.id, email: closed.email, purpose: 'verify' });
  await db.update(users).set({ isActive: false }).where(eq(users.id, closed.id));
  const credentials = { username: closed.email, password: PASSWORD };
  expect(await answers([guest], accounts.login, credentials)).toEqual(['401 accounts.badCredentials']);
  const credential = fakeCredential({ subject: v7(), email: closed.email });
  expect(await answers([guest], identities.google, { credential })).toEqual(['401 identities.googleFailed']);
  expect(await answers([guest], accounts.reset, { token: reset, password: PASSWORD })).toEqual([
    '400 accounts.linkOver',
  ]);
  expect(await answers([guest], accounts.verify, { token: verify, password: PASSWORD })).toEqual([
    '400 accounts.linkOver',
  ]);
  expect(await answers([closed], cart.list, { sessionId })).toEqual(['401 access.notAuthenticated']);
});

test('mailed link, opened without the right password or for another purpose, is refused', async () => {
  const { id: userId, email } = await person();
  const { token } = await makeLink(db, { userId, email, purpose: 'verify' });
  const { token: reset } = await makeLink(db, { userId, email, purpose: 'reset' });
  expect(await answers([guest, other], accounts.verify, { token })).toEqual(
    Array(2).fill('403 accounts.passwordNeeded'),
  );
  const wrong = { token, password: 'nuk-eshte-ky' };
  expect(await answers([guest], accounts.verify, wrong)).toEqual(['403 accounts.wrongPassword']);
  expect(await answers([guest], accounts.verify, { token: reset, password: PASSWORD })).toEqual([
    '400 accounts.linkOver',
  ]);
  expect(await answers([guest], accounts.reset, { token: v7(), password: PASSWORD })).toEqual([
    '400 accounts.linkOver',
  ]);
  const without = await newUser(db, { email: `x${email}`, passwordHash: null });
  const link = await makeLink(db, { userId: without, email: `x${email}`, purpose: 'verify' });
  const known = { token: link.token, password: PASSWORD };
  expect(await answers([guest], accounts.verify, known)).toEqual(['403 accounts.signInFirst']);
});

test('webhook with a forged signature, is refused', async () => {
  const { body } = cards.event('pi_unknown');
  const forged = { bytes: body, headers: { 'stripe-signature': 't=1,v1=00' } };
  expect(await answers([guest], payments.webhook, forged)).toEqual(['400 payments.forged']);
});
