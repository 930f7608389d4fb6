/** Memberships follow the provider, whatever happens to its events, and end by the clock. */

import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { settings } from '#core/contract/accounts/settings.ts';
import { adminMemberships } from '#core/contract/admin/memberships.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { membershipCheckouts, membershipPeriods } from '#db/schema/memberships.ts';
import { ProviderAway, type ProviderInvoice, type ProviderSubscription } from '#server/gateways/payments/provider.ts';
import { startDealerShop } from '#test/dealers.ts';
import { newUser } from '#test/shoppers.ts';
import { applySubscription } from './memberships.rules.ts';
import { findBySubscription } from './memberships.store.ts';
import { endAndAnnounce, reconcile, syncSubject } from './memberships.sync.ts';

const shop = await startDealerShop();
const { db, pool, cards, newDealer, runJobs } = shop;
const { subscriptions } = cards;
const parts = { db, cards };
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });

const ageCheckouts = () => pool.query(`update membership_checkouts set created_at = created_at - interval '1 minute'`);

const day = (days: number) => new Date(Date.UTC(2030, 0, 1 + days));
const invoice = (name: string, amount: number, more: Pick<ProviderInvoice, 'plan' | 'startsAt' | 'endsAt'>) => ({
  id: `in_${name}`,
  amount,
  ...more,
});

/** A subscription after each of six events of its life. */
function lifeOf(id: string, checkoutId: string): ProviderSubscription[] {
  const [month, next] = [
    { startsAt: day(0), endsAt: day(31) },
    { startsAt: day(31), endsAt: day(59) },
  ];
  const first = invoice(`${id}_1`, 120_000, { plan: 'entry', ...month });
  const second = invoice(`${id}_2`, 50_000, { plan: 'silver', startsAt: day(15), endsAt: day(31) });
  const third = invoice(`${id}_3`, 220_000, { plan: 'silver', ...next });
  const created: ProviderSubscription = {
    ...{ id, checkoutId, plan: 'entry', state: 'active', isCanceling: false, createdAt: day(0) },
    ...month,
    invoices: [first],
  };
  const upgraded = { ...created, plan: 'silver' as const, invoices: [second, first] };
  const canceled = { ...upgraded, isCanceling: true };
  const overdue = { ...upgraded, ...next, state: 'past_due' as const };
  const renewed = { ...overdue, state: 'active' as const, invoices: [third, second, first] };
  return [created, upgraded, canceled, upgraded, overdue, renewed];
}

const stateOf = ({ plan, state, isCanceling, startsAt, endsAt, invoices }: ProviderSubscription) => {
  const isOverdue = state === 'past_due';
  const period = isOverdue ? { end: startsAt } : { start: startsAt, end: endsAt };
  return {
    plan,
    status: isOverdue ? state : isCanceling ? 'canceling' : 'active',
    ...period,
    periods: invoices.length,
  };
};

test('payment before a crash is activated by the next reconciliation, and an expired page is closed', async () => {
  const [besa, ilir] = [await newDealer(), await newDealer()];
  await subscriptions.payCheckout(await besa.open('silver'), 'paid');
  const expired = await ilir.open('gold');
  await subscriptions.expireCheckout(expired);
  await ageCheckouts();
  vi.spyOn(subscriptions, 'findCheckout').mockRejectedValueOnce(new ProviderAway('lost'));
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  await ageCheckouts();
  await pool.query('update membership_checkouts set checked_at = null');
  await reconcile(parts);
  expect(await besa.own()).toMatchObject({ plan: 'silver', status: 'active' });
  expect(await ilir.open('gold')).not.toBe(expired);
});

test('renewals and cancellations whose events were lost are found', async () => {
  const [besa, ilir, ana] = [await newDealer(), await newDealer(), await newDealer()];
  for (const dealer of [besa, ilir, ana]) await dealer.subscribe('silver');
  await subscriptions.endPeriod((await ana.row())?.stripeSubscriptionId ?? '', 'paid');
  await subscriptions.endPeriod((await besa.row())?.stripeSubscriptionId ?? '', 'paid');
  await subscriptions.end((await ilir.row())?.stripeSubscriptionId ?? '');
  for (const dealer of [besa, ilir, ana]) await dealer.age('31 days');
  await ana.age('5 days');
  await endAndAnnounce(db);
  expect((await ana.row())?.status).toBe('expired');
  await reconcile(parts);
  expect(await ana.own(), 'expired before').toMatchObject({ status: 'active', isLive: true });
  expect(await besa.own()).toMatchObject({ status: 'active', statusInfo: { status: 'active' } });
  expect(await besa.periods()).toHaveLength(2);
  expect((await ilir.row())?.status).toBe('canceled');
  const subscription = (await besa.row())?.stripeSubscriptionId ?? '';
  await subscriptions.end(subscription);
  await syncSubject(parts, subscription);
  const today = formatDate(Date.now(), 'sq');
  expect(await besa.own()).toMatchObject({ statusInfo: { message: `Abonimi juaj përfundoi më ${today}` } });
});

test('subscription that is overdue for longer than the grace period ends', async () => {
  const besa = await newDealer();
  await besa.subscribe('entry');
  const id = (await besa.row())?.stripeSubscriptionId ?? '';
  await subscriptions.endPeriod(id, 'failed');
  await runJobs();
  const shift = async (days: number) => {
    await pool.query(
      `update sandbox_objects set data = data || jsonb_build_object('startsAt', to_jsonb((data ->> 'startsAt')::timestamptz - make_interval(days => $2)),
        'createdAt', to_jsonb((data ->> 'createdAt')::timestamptz - make_interval(days => $2))) where id = $1`,
      [id, days],
    );
    await pool.query('update memberships set checked_at = null where user_id = $1', [besa.id]);
    await reconcile(parts);
  };
  await shift(2);
  expect(await besa.own()).toMatchObject({ status: 'past_due', isLive: true });
  await shift(2);
  expect(await subscriptions.find(id)).toMatchObject({ state: 'ended' });
  expect((await besa.row())?.status).toBe('canceled');
});

test('renewal that is not charged yet keeps the paid period and the used posts; a paid one resets them', () => {
  const [created, , , , overdue, renewed] = lifeOf('sub_draft', crypto.randomUUID());
  if (!created || !overdue || !renewed) expect.fail();
  const row = { plan: 'entry', postsLimit: 3, postsUsed: 2, status: 'active' } as const;
  const before = { ...row, currentPeriodStart: day(0), currentPeriodEnd: day(31) };
  const draft = { ...overdue, state: 'active' as const };
  const kept = { plan: 'silver', postsUsed: 2, status: 'active', currentPeriodEnd: day(31) };
  expect(applySubscription(before, draft)).toMatchObject(kept);
  expect(applySubscription({ ...before, status: 'expired' }, draft)).toMatchObject({ ...kept, status: 'expired' });
  expect(applySubscription(before, renewed)).toMatchObject({ postsUsed: 0, currentPeriodEnd: day(59) });
  const unpaid = applySubscription(before, { ...created, state: 'past_due', invoices: [] });
  expect(unpaid.currentPeriodStart < unpaid.currentPeriodEnd).toBe(true);
});

test('second subscription of one dealer ends, and an operator is told', async () => {
  const besa = await newDealer();
  const first = await besa.open('entry');
  // As after restoring a backup.
  await pool.query(`update membership_checkouts set status = 'expired' where user_id = $1`, [besa.id]);
  const second = await besa.open('entry');
  for (const session of [first, second]) await subscriptions.payCheckout(session, 'paid');
  await runJobs();
  const ids = await Promise.all([first, second].map(async (id) => (await subscriptions.findPage(id))?.subscriptionId));
  const states = await Promise.all(ids.map(async (id) => (await subscriptions.find(id ?? ''))?.state));
  expect(states.sort()).toEqual(['active', 'ended']);
  expect(shop.log.lines.some((line) => JSON.stringify(line).includes('refund its invoice'))).toBe(true);
});

test('gift is announced a week before its end, has a grace period of three days, and ends', async () => {
  const lira = await newDealer();
  await admin(adminMemberships.override, { body: { userId: lira.id, planId: 'gold' } });
  let [said, end, until] = ['', '', ''];
  const pass = async (interval: string) => {
    await lira.age(interval);
    await endAndAnnounce(db);
    await endAndAnnounce(db);
    await runJobs();
    const { status, isLive, statusInfo, currentPeriodEnd, postingEndsAt } = (await lira.own()) ?? expect.fail();
    [end, until] = [formatDate(currentPeriodEnd, 'sq'), formatDate(postingEndsAt, 'sq')];
    said = statusInfo.message;
    return [status, isLive, statusInfo.status];
  };
  expect(await pass('22 days')).toEqual(['active', true, 'active']);
  expect(await lira.mails()).toEqual([]);
  expect(await pass('2 days')).toEqual(['active', true, 'expiring']);
  expect(await lira.mails()).toEqual(['membershipEnding']);
  expect(await pass('8 days 23 hours')).toEqual(['active', true, 'grace']);
  expect(said).toBe(`Abonimi juaj përfundoi më ${end}. Mund të publikoni deri më ${until}.`);
  expect(await pass('2 hours')).toEqual(['expired', false, 'expired']);
  expect(said).toBe(`Abonimi juaj përfundoi më ${end}`);
  expect(await lira.mails()).toEqual(['membershipEnding', 'membershipEnded']);
});

test('reminders respect the setting for emails', async () => {
  const lira = await newDealer();
  await lira.call(settings.save, { body: { emailNotifications: false } });
  await admin(adminMemberships.override, { body: { userId: lira.id, planId: 'gold' } });
  await lira.age('25 days');
  await endAndAnnounce(db);
  await runJobs();
  expect(await lira.mails()).toEqual([]);
});

test('20 random orders of six events, with repeats, end in the state of the provider', async () => {
  // When each event arrives: 0 is at once, 5 is after the sixth; repeated ones arrive several times, also at the same time.
  const arrivals = fc.array(fc.record({ event: fc.nat(5), late: fc.nat(5) }), { minLength: 2, maxLength: 6 });
  const run = async ([deliveries, last]: [{ event: number; late: number }[], number], at: number) => {
    const userId = await newUser(db, { canPostDeals: true });
    const [id, sessionId] = [`sub_random${at}`, `cs_random${at}`];
    const page = { userId, sessionId, plan: 'entry' as const, returnUrl: 'http://localhost/', expiresAt: day(0) };
    const [checkout] = await db.insert(membershipCheckouts).values(page).returning();
    const life = lifeOf(id, checkout?.id ?? '');
    let step = 0;
    const find = async () => life[step] ?? null;
    const findCheckout = async () => ({ id: sessionId, url: null, state: 'paid' as const, subscriptionId: id });
    const fake = { db, cards: { ...cards, subscriptions: { ...subscriptions, find, findCheckout } } };
    for (; step <= last; step++) {
      const now = deliveries.filter(({ event, late }) => Math.min(last, event + late) === step);
      await Promise.all(now.map(({ event }) => syncSubject(fake, event === 0 ? sessionId : id)));
    }
    step = last;
    // Its own event of the last change, or the reconciliation.
    await syncSubject(fake, id);
    const row = await findBySubscription(db, id);
    const periods = await db.$count(membershipPeriods, eq(membershipPeriods.userId, userId));
    const said = {
      plan: row?.plan,
      status: row?.status,
      start: row?.currentPeriodStart,
      end: row?.currentPeriodEnd,
      periods,
    };
    expect(said, JSON.stringify(deliveries)).toMatchObject(stateOf(life[last] ?? expect.fail()));
  };
  const orders = fc.sample(fc.tuple(arrivals, fc.nat(5)), { numRuns: 20, seed: 7 });
  // Two at a time: each delivery needs a connection.
  for (let at = 0; at < orders.length; at += 2) {
    await Promise.all(orders.slice(at, at + 2).map((order, index) => run(order, at + index)));
  }
}, 60_000);
