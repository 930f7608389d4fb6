/** Memberships as dealers and admins use them. */

import { expect, test, vi } from 'vitest';
import { adminMemberships } from '#core/contract/admin/memberships.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { memberships } from '#core/contract/memberships.ts';
import { privacy } from '#core/contract/privacy.ts';
import { addMonths } from '#core/domain/memberships.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { FailedForKey, ProviderAway, Refused } from '#server/gateways/payments/provider.ts';
import { startDealerShop } from '#test/dealers.ts';
import { statementsOf } from '#test/statements.ts';
import { endAndAnnounce, syncSubject } from './memberships.sync.ts';

const shop = await startDealerShop();
const { db, pool, newDealer, runJobs } = shop;
const { subscriptions } = shop.cards;
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });

const DAY = 86_400_000;
const daysFrom = (from: Date | string, to: Date | string) => (Date.parse(`${to}`) - Date.parse(`${from}`)) / DAY;
const refusal = (code: string, status = 409) => ({ status, code: `memberships.${code}` });
const override = (userId: string, planId: 'entry' | 'silver' | 'gold', payment: object = {}) =>
  admin(adminMemberships.override, { body: { userId, planId, ...payment } });
const setPostsUsed = (userId: string, count: number) =>
  pool.query('update memberships set posts_used = $2 where user_id = $1', [userId, count]);

test('payment page, abandoned, leaves the dealer without a membership', async () => {
  const besa = await newDealer();
  expect(await besa.own()).toBeNull();
  expect((await besa.call(memberships.status)).statusInfo).toMatchObject({ status: 'none' });
  const session = await besa.open('silver');
  await expect(besa.activate()).rejects.toMatchObject(refusal('notPaid', 402));
  await expect(subscriptions.payCheckout(session, 'declined')).rejects.toThrow('declined');
  await expect(besa.activate()).rejects.toMatchObject(refusal('notPaid', 402));
  expect(await besa.own()).toBeNull();
});

test('paid membership is active once, however often it is activated and its events arrive', async () => {
  const besa = await newDealer();
  await subscriptions.payCheckout(await besa.open('silver'), 'paid');
  await Promise.all([besa.activate(), besa.activate(), runJobs(), besa.activate()]);
  await runJobs();
  expect(await besa.own()).toMatchObject({
    ...{ plan: 'silver', status: 'active', postsUsed: 0, postsLimit: 10, postsRemaining: 10, kind: 'card' },
    ...{ isGift: false, isRenewing: true, canCancel: true, canReactivate: false, canContinue: false },
    statusInfo: { status: 'active', message: 'Abonimi juaj është aktiv' },
  });
  expect(await besa.periods()).toMatchObject([{ plan: 'silver', amount: 220_000, method: 'card' }]);
  expect(await besa.mails()).toEqual(['membershipReceipt']);
  expect((await admin(adminMemberships.of, { params: { userId: besa.id } }))?.plan).toBe('silver');
  const [url, headers] = [`/api/membership/${besa.id}`, { 'accept-language': 'en' }];
  expect((await admin.send({ url, headers })).json().statusInfo.message).toBe('Your membership is active');
});

test('20 parallel subscriptions open one payment page, which is paid once', async () => {
  const besa = await newDealer();
  const sessions = new Set(await Promise.all(Array.from({ length: 20 }, () => besa.open('gold'))));
  expect(sessions.size).toBe(1);
  const [session = ''] = sessions;
  const paid = await Promise.allSettled(Array.from({ length: 5 }, () => subscriptions.payCheckout(session, 'paid')));
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await runJobs();
  await besa.activate();
  expect(await besa.periods()).toHaveLength(1);
});

test('payment page of another plan replaces the one before; once that was paid, it is activated instead', async () => {
  const besa = await newDealer();
  const [entry, gold] = [await besa.open('entry'), await besa.open('gold')];
  await expect(subscriptions.payCheckout(entry, 'paid')).rejects.toThrow('expired');
  await subscriptions.payCheckout(gold, 'paid');
  await expect(besa.open('silver')).rejects.toMatchObject(refusal('alreadyPaid'));
  expect(await besa.own()).toMatchObject({ plan: 'gold', postsLimit: -1, postsRemaining: null });
});

test('payment page that the provider refuses to open, or that is closed meanwhile, is replaced by another', async () => {
  const besa = await newDealer();
  const { openCheckout } = subscriptions;
  const opened = vi.spyOn(subscriptions, 'openCheckout');
  opened.mockRejectedValueOnce(new FailedForKey('lost')).mockRejectedValueOnce(new Refused('too late'));
  await expect(besa.open()).rejects.toMatchObject(refusal('away', 503));
  await expect(besa.open()).rejects.toMatchObject({ status: 500 });
  let closed = '';
  opened.mockImplementationOnce(async (request) => {
    await pool.query(`update membership_checkouts set status = 'expired' where id = $1`, [request.id]);
    const page = await openCheckout(request);
    closed = page.id;
    return page;
  });
  const session = await besa.open();
  expect(new Set(opened.mock.calls.map(([{ id }]) => id)).size).toBe(4);
  await expect(subscriptions.payCheckout(closed, 'paid')).rejects.toThrow('expired');
  await subscriptions.payCheckout(session, 'paid');
  expect((await besa.activate()).membership.status).toBe('active');
});

test('upgrade charges the difference at once and keeps the used posts; a declined card changes nothing', async () => {
  const besa = await newDealer();
  await besa.subscribe('entry');
  await setPostsUsed(besa.id, 2);
  expect(await besa.call(memberships.subscribe, { body: { planId: 'gold' } })).toEqual({ success: true });
  expect(await besa.own()).toMatchObject({ plan: 'gold', postsUsed: 2, postsLimit: -1, status: 'active' });
  expect(await besa.periods()).toMatchObject([
    { plan: 'entry', amount: 120_000 },
    { plan: 'gold', amount: 300_000 },
  ]);
  const ilir = await newDealer();
  await ilir.subscribe('entry', 'later');
  const changePlan = vi.spyOn(subscriptions, 'changePlan');
  await expect(ilir.open('silver')).rejects.toMatchObject(refusal('cardDeclined', 402));
  await expect(ilir.open('silver')).rejects.toMatchObject(refusal('cardDeclined', 402));
  expect(new Set(changePlan.mock.calls.map(([, { key }]) => key)).size, 'keys of two attempts').toBe(2);
  expect(await ilir.own()).toMatchObject({ plan: 'entry', status: 'active' });
});

test('refused actions change nothing', async () => {
  const besa = await newDealer();
  await expect(besa.call(memberships.cancel)).rejects.toMatchObject(refusal('none'));
  await expect(besa.call(memberships.portal)).rejects.toMatchObject(refusal('none'));
  await besa.subscribe('silver');
  const before = await besa.row();
  await expect(besa.open('platinum' as 'gold')).rejects.toMatchObject({ status: 400 });
  await expect(besa.open('entry')).rejects.toMatchObject(refusal('downgrade'));
  await expect(besa.open('silver')).rejects.toMatchObject(refusal('current'));
  await expect(besa.call(memberships.reactivate)).rejects.toMatchObject(refusal('notCanceling'));
  await expect(override(besa.id, 'gold')).rejects.toMatchObject(refusal('isPaid'));
  const subscribeGold = { body: { planId: 'gold' } } as const;
  await expect(admin(memberships.subscribe, subscribeGold)).rejects.toMatchObject(refusal('adminNeedsNone'));
  vi.spyOn(subscriptions, 'changePlan').mockRejectedValueOnce(new ProviderAway('lost'));
  await expect(besa.open('gold')).rejects.toMatchObject(refusal('away', 503));
  expect(await besa.row()).toEqual(before);
});

test('canceled membership can be used to its end, and reactivated before', async () => {
  const besa = await newDealer();
  const { currentPeriodEnd } = await besa.subscribe('silver');
  const canceled = await besa.call(memberships.cancel);
  expect(canceled.membership).toMatchObject({
    status: 'canceling',
    isLive: true,
    currentPeriodEnd,
    canReactivate: true,
  });
  await expect(besa.call(memberships.cancel)).rejects.toMatchObject(refusal('alreadyCanceling'));
  expect((await besa.call(memberships.reactivate)).membership).toMatchObject({ status: 'active', isRenewing: true });
  await besa.call(memberships.cancel);
  await subscriptions.endPeriod((await besa.row())?.stripeSubscriptionId ?? '', 'paid');
  await runJobs();
  expect(await besa.own()).toMatchObject({ status: 'canceled', isLive: false, statusInfo: { status: 'expired' } });
  expect(await besa.periods()).toHaveLength(1);
  await besa.subscribe('entry');
  expect(await besa.own(), 'subscribed again').toMatchObject({ plan: 'entry', status: 'active', postsUsed: 0 });
});

test('renewal resets the used posts; a failed one is past due until the card is changed', async () => {
  const besa = await newDealer();
  await besa.subscribe('entry');
  await setPostsUsed(besa.id, 3);
  const id = (await besa.row())?.stripeSubscriptionId ?? '';
  await subscriptions.endPeriod(id, 'paid');
  await runJobs();
  expect(await besa.own()).toMatchObject({ status: 'active', postsUsed: 0 });
  await setPostsUsed(besa.id, 1);
  await subscriptions.endPeriod(id, 'failed');
  await runJobs();
  const overdue = await besa.own();
  expect(overdue).toMatchObject({ status: 'past_due', postsUsed: 1, isLive: true, statusInfo: { status: 'grace' } });
  await expect(besa.open('gold')).rejects.toMatchObject(refusal('pastDue'));
  const { url } = await besa.call(memberships.portal);
  const session = new URL(url).searchParams.get('session') ?? '';
  const post = (fields: Record<string, string>) =>
    besa.call.send({
      ...{ method: 'POST', url: '/sandbox/portal', payload: new URLSearchParams({ session, ...fields }).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
  expect((await besa.call.send({ url })).body).toContain('pagesa e fundit nuk u krye');
  expect((await post({ card: 'declined', answer: 'accept' })).statusCode).toBe(402);
  expect((await post({ card: 'paid', answer: 'accept' })).headers.location).toMatch(/\/profile$/);
  await runJobs();
  expect(await besa.own()).toMatchObject({ status: 'active', postsUsed: 0 });
  expect(await besa.periods()).toHaveLength(3);
  expect(await besa.mails()).toEqual([
    'membershipReceipt',
    'membershipReceipt',
    'membershipPastDue',
    'membershipReceipt',
  ]);
});

test('overdue membership, canceled before its events are processed, ends at once unless it was paid', async () => {
  const [besa, ilir] = [await newDealer(), await newDealer()];
  const { stripeSubscriptionId: paid } = await ilir.subscribe('entry');
  await subscriptions.endPeriod(paid ?? '', 'failed');
  await runJobs();
  await subscriptions.changeCard(paid ?? '', 'paid');
  expect((await ilir.call(memberships.cancel)).membership).toMatchObject({ status: 'canceling', isLive: true });
  const { stripeSubscriptionId } = await besa.subscribe('entry');
  const id = stripeSubscriptionId ?? '';
  await subscriptions.endPeriod(id, 'failed');
  expect((await besa.call(memberships.cancel)).membership).toMatchObject({ status: 'canceled', isLive: false });
  await expect(subscriptions.endPeriod(id, 'paid')).rejects.toThrow('ended');
  expect(await besa.periods()).toHaveLength(1);
});

test('gift lasts 30 days; another gift replaces it; it cannot be canceled', async () => {
  const lira = await newDealer();
  expect(await override(lira.id, 'gold')).toMatchObject({ plan: 'gold', isGift: true, daysLeft: 30, canCancel: false });
  await setPostsUsed(lira.id, 4);
  const { postsUsed, ...again } = await override(lira.id, 'entry');
  expect({ ...again, postsUsed }).toMatchObject({ plan: 'entry', postsUsed: 0, daysLeft: 30, canContinue: true });
  await expect(lira.call(memberships.cancel)).rejects.toMatchObject(refusal('notByCard'));
  await expect(lira.activate()).rejects.toMatchObject(refusal('notPaid', 402));
  expect(await lira.periods()).toMatchObject([{ method: 'gift', amount: 0 }, { method: 'gift' }]);
  const ana = await newDealer();
  await pool.query('update users set can_post_deals = false where id = $1', [ana.id]);
  await expect(override(ana.id, 'gold')).rejects.toMatchObject(refusal('notADealer'));
  await expect(override(crypto.randomUUID(), 'gold')).rejects.toMatchObject(refusal('noSuchUser', 404));
});

test('subscription during a gift takes the plan at once and is charged when the gift ends', async () => {
  const lira = await newDealer();
  const gift = await override(lira.id, 'entry');
  await setPostsUsed(lira.id, 2);
  const membership = await lira.subscribe('silver');
  expect(membership).toMatchObject({ id: gift.id, plan: 'silver', kind: 'card', postsUsed: 2, postsRemaining: 8 });
  expect(membership.currentPeriodEnd).toBe(gift.currentPeriodEnd);
  expect(await lira.periods(), 'nothing is charged yet').toHaveLength(1);
  await subscriptions.endPeriod(membership.stripeSubscriptionId ?? '', 'paid');
  await runJobs();
  expect(await lira.own()).toMatchObject({ status: 'active', postsUsed: 0 });
  expect(await lira.periods()).toMatchObject([{ method: 'gift' }, { method: 'card', amount: 220_000 }]);
});

test('trial during a gift or a paid time, canceled uncharged, returns to that plan with its end and its posts', async () => {
  const [lira, ilir] = [await newDealer(), await newDealer()];
  await override(lira.id, 'entry');
  await override(ilir.id, 'entry', { method: 'bank', reference: 'B-1' });
  for (const dealer of [lira, ilir]) {
    const before = await dealer.row();
    await setPostsUsed(dealer.id, 1);
    const { stripeSubscriptionId } = await dealer.subscribe('silver');
    await dealer.open('gold').catch(() => {});
    await setPostsUsed(dealer.id, 8);
    expect(await dealer.own()).toMatchObject({ plan: 'gold', postsRemaining: null, planAfterCancel: 'entry' });
    const { membership } = await dealer.call(memberships.cancel);
    expect(membership).toMatchObject({
      ...{ plan: 'entry', status: 'active', postsUsed: 8, postsRemaining: 0, canCancel: false, canContinue: true },
      currentPeriodEnd: before?.currentPeriodEnd.toISOString(),
      paymentOverrideBy: before?.paymentOverrideBy,
    });
    await runJobs();
    expect(await dealer.own(), 'after its events').toEqual(membership);
    expect(await subscriptions.find(stripeSubscriptionId ?? '')).toMatchObject({ state: 'ended', invoices: [] });
    expect(await dealer.subscribe('silver'), 'again').toMatchObject({ plan: 'silver', postsRemaining: 2 });
  }
  const gift = await override(lira.id, 'gold');
  expect(gift).toMatchObject({ plan: 'gold', isGift: true, daysLeft: 30, stripeSubscriptionId: null });
  await expect(override(ilir.id, 'gold'), 'over a paid time').rejects.toMatchObject(refusal('isPaid'));
  await lira.subscribe('gold');
  const { stripeSubscriptionId } = (await lira.row()) ?? expect.fail();
  await subscriptions.endPeriod(stripeSubscriptionId ?? '', 'paid');
  await expect(override(lira.id, 'gold'), 'charged just before').rejects.toMatchObject(refusal('isPaid'));
});

test('gift given while the payment page is open loses no day', async () => {
  const lira = await newDealer();
  const session = await lira.open('silver');
  const gift = await override(lira.id, 'gold');
  await subscriptions.payCheckout(session, 'paid');
  const { membership } = await lira.activate();
  expect(daysFrom(gift.currentPeriodEnd, membership.currentPeriodEnd)).toBeGreaterThan(27);
  expect((await lira.subscription())?.state).toBe('trialing');
});

test('payment by bank or in cash extends from the end, with a receipt; a reference is accepted once', async () => {
  const ilir = await newDealer();
  const gift = await override(ilir.id, 'entry');
  const paid = await override(ilir.id, 'entry', { method: 'cash', months: 2, reference: 'MA-17', amount: 2000 });
  expect(paid).toMatchObject({ kind: 'offline', isGift: false, canCancel: false, canContinue: true });
  expect(daysFrom(gift.currentPeriodEnd, paid.currentPeriodEnd)).toBeGreaterThan(58);
  await expect(override(ilir.id, 'entry', { method: 'cash', reference: 'ma-17' })).rejects.toMatchObject(
    refusal('referenceUsed'),
  );
  const later = { method: 'bank', reference: 'X-2', receivedAt: new Date(Date.now() + DAY).toISOString() };
  await expect(override(ilir.id, 'entry', later)).rejects.toMatchObject(refusal('notYet', 400));
  await expect(override(ilir.id, 'entry', { method: 'bank' })).rejects.toMatchObject({
    status: 400,
    code: 'input.invalid',
  });
  await expect(override(ilir.id, 'entry', { months: 3 })).rejects.toMatchObject({ status: 400, code: 'input.invalid' });
  await expect(override(ilir.id, 'gold')).rejects.toMatchObject(refusal('isPaid'));
  await runJobs();
  expect(await ilir.periods()).toMatchObject([{}, { method: 'cash', amount: 200_000, reference: 'MA-17' }]);
  expect(await ilir.mails()).toEqual(['membershipReceipt']);
});

test('time paid for a year: a larger plan waits for its last 31 days, and the posts are those of a month', async () => {
  const [ilir, besa] = [await newDealer(), await newDealer()];
  await override(ilir.id, 'entry', { method: 'bank', months: 12, reference: 'Y-1' });
  const before = await ilir.row();
  await expect(ilir.open('gold')).rejects.toMatchObject(refusal('paidAhead'));
  await expect(override(ilir.id, 'gold', { method: 'cash', reference: 'Y-2' })).rejects.toMatchObject(
    refusal('paidAhead'),
  );
  expect(await ilir.row()).toEqual(before);
  await override(besa.id, 'entry', { method: 'bank', months: 2, reference: 'Y-3' });
  await ilir.subscribe('entry');
  await expect(ilir.open('gold'), 'by card').rejects.toMatchObject(refusal('paidAhead'));
  for (const dealer of [besa, ilir]) {
    await setPostsUsed(dealer.id, 3);
    await endAndAnnounce(db);
    expect(await dealer.own()).toMatchObject({ postsUsed: 3 });
    await dealer.age('32 days');
    await endAndAnnounce(db);
    expect(await dealer.own()).toMatchObject({ postsUsed: 0, status: 'active' });
  }
  expect(await besa.open('gold')).toMatch(/^cs_/);
  await setPostsUsed(ilir.id, 1);
  await runJobs();
  await endAndAnnounce(db);
  expect(await ilir.own(), 'after an event of the subscription').toMatchObject({ postsUsed: 1, kind: 'card' });
  const [january, february] = [new Date('2027-01-31'), new Date('2027-02-28')];
  expect([addMonths(january, 1), addMonths(february, 1, january)]).toEqual([february, new Date('2027-03-31')]);
});

test('time paid for more than five years resets the posts each month', async () => {
  const ilir = await newDealer();
  for (const reference of ['V-1', 'V-2', 'V-3', 'V-4', 'V-5', 'V-6'])
    await override(ilir.id, 'entry', { method: 'bank', months: 12, reference });
  await setPostsUsed(ilir.id, 3);
  await ilir.age('32 days');
  await endAndAnnounce(db);
  expect(await ilir.own()).toMatchObject({ postsUsed: 0 });
});

test('account names the subscription of its live membership', async () => {
  const besa = await newDealer();
  const named = async () =>
    (await pool.query('select stripe_subscription_id as id from users where id = $1', [besa.id])).rows[0].id;
  await override(besa.id, 'silver');
  expect(await named()).toBeNull();
  const { stripeSubscriptionId } = await besa.subscribe('silver');
  expect(await named()).toBe(stripeSubscriptionId);
  await override(besa.id, 'silver', { method: 'bank', reference: 'N-1' });
  expect(await named()).toBeNull();
});

test('payment in cash ends a subscription by card; a renewal just before counts, one just after is reviewed', async () => {
  const besa = await newDealer();
  const { currentPeriodEnd } = await besa.subscribe('silver');
  const id = (await besa.row())?.stripeSubscriptionId ?? '';
  await subscriptions.endPeriod(id, 'paid');
  await override(besa.id, 'silver', { method: 'bank', reference: 'T-1' });
  expect(await besa.periods()).toMatchObject([{ method: 'card' }, { method: 'card' }, { method: 'bank' }]);
  await subscriptions.endPeriod(id, 'paid');
  await subscriptions.end(id);
  await runJobs();
  expect(shop.log.lines.some((line) => JSON.stringify(line).includes('refund its invoice'))).toBe(true);
  expect(await subscriptions.find(id)).toMatchObject({ state: 'ended' });
  const own = await besa.own();
  expect(own).toMatchObject({ status: 'active', kind: 'offline', stripeSubscriptionId: null });
  expect(daysFrom(currentPeriodEnd, own?.currentPeriodEnd ?? '')).toBeGreaterThan(27);
});

test('closing the account ends the subscription; revoking and suspending stop the renewal and refuse to subscribe or to pay', async () => {
  const besa = await newDealer();
  await pool.query('update users set password_hash = $2 where id = $1', [besa.id, await hashPassword('kanarina')]);
  await besa.subscribe('silver');
  const id = (await besa.row())?.stripeSubscriptionId ?? '';
  await besa.call(privacy.close, { body: { password: 'kanarina', givesUp: true } });
  await syncSubject({ db, cards: shop.cards }, id);
  expect(await besa.row(), 'after a late event').toMatchObject({ status: 'canceled' });
  await runJobs();
  expect(await subscriptions.find(id)).toMatchObject({ state: 'ended' });
  expect(await besa.row()).toMatchObject({ status: 'canceled' });
  const ilir = await newDealer();
  await ilir.subscribe('entry');
  const allow = (userId: string, canPostDeals: boolean) =>
    admin(adminUsers.setPermission, { params: { id: userId }, body: { canPostDeals } });
  await allow(ilir.id, false);
  await allow(ilir.id, true);
  await runJobs();
  expect(await ilir.row(), 'granted again').toMatchObject({ status: 'active' });
  await allow(ilir.id, false);
  await runJobs();
  expect(await ilir.row()).toMatchObject({ status: 'canceling' });
  await expect(ilir.open('gold')).rejects.toMatchObject({ status: 403 });
  const era = await newDealer();
  await era.subscribe('entry');
  await admin(adminUsers.suspend, { params: { id: era.id }, body: { reason: 'Provë' } });
  await runJobs();
  expect(await era.row()).toMatchObject({ status: 'canceling' });
  const ana = await newDealer();
  const session = await ana.open('gold');
  await allow(ana.id, false);
  await subscriptions.payCheckout(session, 'paid');
  await runJobs();
  const paid = (await subscriptions.findPage(session))?.subscriptionId ?? '';
  expect([await ana.row(), (await subscriptions.find(paid))?.state]).toEqual([null, 'ended']);
});

test('payment page of the sandbox takes test cards without scripts', async () => {
  const besa = await newDealer();
  const said = await besa.call(memberships.subscribe, { body: { planId: 'silver' } });
  const { checkoutUrl = '', sessionId: session = '' } = 'sessionId' in said ? said : {};
  const page = await besa.call.send({ url: checkoutUrl });
  expect(page.body).toContain('Abonimi Argjend');
  const post = (fields: Record<string, string>) =>
    besa.call.send({
      ...{ method: 'POST', url: '/sandbox/checkout', payload: new URLSearchParams({ session, ...fields }).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
  expect((await post({ card: 'declined', answer: 'accept' })).statusCode).toBe(402);
  expect((await post({ card: 'paid', answer: 'refuse' })).headers.location).toMatch(/\/profile$/);
  expect((await post({ card: 'none', answer: 'accept' })).statusCode).toBe(400);
  const twice = await Promise.all([1, 2].map(() => post({ card: 'paid', answer: 'accept' })));
  for (const { headers } of twice) expect(headers.location).toMatch(/\/profile\?membership=success$/);
  expect((await besa.activate()).message).toBe('Abonimi u aktivizua!');
  expect((await besa.call.send({ url: '/sandbox/checkout?session=cs_none' })).statusCode).toBe(404);
});

test('own membership is read with at most two statements', async () => {
  const besa = await newDealer();
  await besa.subscribe('entry');
  // Others may be said meanwhile, such as the flush of a counter.
  const counts = [];
  for (let read = 0; read < 3; read++) counts.push((await statementsOf(pool, besa.own)).length);
  expect(Math.min(...counts)).toBeLessThanOrEqual(2);
});
