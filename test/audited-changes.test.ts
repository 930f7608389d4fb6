/** Every change by administrators and dealers is in the audit log, and nothing that was refused; generated from the contract. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { categories } from '#db/schema/catalogue.ts';
import { dealReports, supportMessages } from '#db/schema/conversation.ts';
import { dealerRequests } from '#db/schema/dealers.ts';
import { mediaLibrary } from '#db/schema/media.ts';
import { memberships } from '#db/schema/memberships.ts';
import { salons } from '#db/schema/salons.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { endpoints } from '#server/features.ts';
import { cardBuyer, takingCards } from './card-buyers.ts';
import { type Client, startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { plainSample, requestOf } from './samples.ts';
import { newDeal, newOrder, newUser } from './shoppers.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db, pool } = shop;
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const email = 'besa@example.al';
const dealerId = await newUser(db, { email, username: email, canPostDeals: true });
const dealer = await shop.as({ email });
const [start, end] = [new Date(), new Date(Date.now() + 86_400_000)];
const subscription = { postsLimit: -1, currentPeriodStart: start, currentPeriodEnd: end };
await db.insert(memberships).values({ userId: dealerId, plan: 'gold', status: 'active', ...subscription });

type Known = Record<string, unknown>;
const user = async () => ({ id: await newUser(db, { emailVerifiedAt: new Date(), canPostDeals: true }) });
const deal = async (more = {}) => ({ id: await newDeal(db, more) });
const suspended = async () => {
  const { id } = await user();
  await admin.send({ method: 'POST', url: `/api/admin/users/${id}/suspension`, payload: { reason: 'Arsye' } });
  return { id };
};
const salon = async () => {
  const [made] = await db
    .insert(salons)
    .values({ slug: v7(), name: 'Salloni', address: '', city: 'tirana' })
    .returning();
  return { id: made?.id };
};
const category = async () => {
  const [made] = await db
    .insert(categories)
    .values({ name: 'Kategori', slug: `k-${v7().slice(-8)}` })
    .returning();
  return { id: made?.id, name: 'Tjetër' };
};
const message = async () => {
  const [made] = await db.insert(supportMessages).values({ contactEmail: email, message: 'Përshëndetje' }).returning();
  return { id: made?.id };
};
async function paid() {
  const buyer = await cardBuyer(shop, cards);
  await buyer.fill();
  const { intent } = await buyer.prepare();
  await cards.pay(intent.id);
  return (await settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail()))?.id;
}
const newFields = {
  category: 'hair',
  price: 1000,
  businessName: 'Salloni Mira',
  title: 'Prerje',
  timeLeft: '1 day left',
};

/** A statement of 2,000 lek, not paid yet. */
async function statement() {
  const { id: salonId } = await salon();
  await pool.query(
    `insert into ledger_entries (salon_id, kind, amount, reference, is_test, created_at)
     values ($1, 'correction', 2000, 'provë', true, '2026-01-20')`,
    [salonId],
  );
  await pool.query("select close_statements($1, true, '2026-02')", [salonId]);
  return { salonId, month: '2026-01', reference: 'FT 001' };
}

/** What makes a request change something. */
const knowns: Record<string, () => Promise<Known>> = {
  'adminDeals.create': async () => {
    await deal();
    return newFields;
  },
  'adminDeals.setVisibility': () => deal(),
  'adminDeals.assign': async () => ({ ...(await deal()), email }),
  'adminDeals.assignSalon': async () => {
    const another = 'dritan@example.al';
    await newUser(db, { email: another, username: another, canPostDeals: true });
    return { ...(await salon()), email: another };
  },
  'adminDeals.decideReports': async () => {
    const { id } = await deal();
    await db.insert(dealReports).values({ dealId: id, reporter: 'x', reason: 'price' });
    return { id };
  },
  'adminMoney.refund': async () => ({ id: await paid() }),
  'claims.refundUsed': async () => {
    const { rows } = await pool.query(
      `update vouchers set status = 'redeemed', redeemed_at = now(), redeemed_by = $2 where order_id = $1 returning id`,
      [await paid(), dealerId],
    );
    return { id: rows[0].id };
  },
  'claims.decide': async () => {
    const { rows } = await pool.query(
      `insert into claims (id, voucher_id, kind, text) select gen_random_uuid(), id, 'other', 'Arsye' from vouchers
       where order_id = $1 returning id`,
      [await paid()],
    );
    return { id: rows[0].id };
  },
  'adminReviews.decide': async () => {
    const { rows } = await pool.query(
      `insert into reviews (voucher_id, salon_id, line_id, stars, language, status)
       select id, $2, id, 5, 'sq', 'held' from vouchers where order_id = $1 returning voucher_id as "voucherId"`,
      [await paid(), (await salon()).id],
    );
    return { ...rows[0], version: 1 };
  },
  'adminMoney.setRate': async () => ({ allPerUsd: '96.25' }),
  'adminAnnouncements.send': async () => ({ title: 'Lajm', titleEn: 'News', text: 'Lajm', textEn: 'News' }),
  'adminCategories.create': async () => ({ name: 'Kategori', slug: 'kategori' }),
  'adminCategories.update': category,
  'adminCategories.remove': category,
  'adminCategories.reorder': async () => {
    await category();
    const { rows } = await pool.query('select id from categories order by position desc, slug desc');
    return { ids: rows.map(({ id }) => id) };
  },
  'adminSettlements.pay': statement,
  'adminSettlements.undoPay': async () => {
    const paid = await statement();
    const url = `/api/admin/settlements/${paid.salonId}/${paid.month}/paid`;
    await admin.send({ method: 'POST', url, payload: { reference: 'FT 001' } });
    return paid;
  },
  'adminRequests.decide': async () => {
    const { id: userId } = await user();
    const [made] = await db
      .insert(dealerRequests)
      .values({ userId, nipt: 'L12345678A', phone: '069', email })
      .returning();
    return { id: made?.id };
  },
  'adminUsers.setPermission': async () => ({ ...(await user()), canPostDeals: false }),
  'adminMemberships.override': async () => ({ userId: (await user()).id }),
  'media.remove': async () => {
    const values = { filename: v7(), originalName: 'x', mimeType: 'image/webp', size: 1, url: '/media/x' };
    const [made] = await db
      .insert(mediaLibrary)
      .values({ ...values, uploadedBy: dealerId })
      .returning();
    return { id: made?.id };
  },
  'orders.sendReceipt': async () => ({ id: await newOrder(db, { userId: (await user()).id }) }),
  'ownDeals.create': async () => newFields,
  'ownDeals.update': async () => ({ ...(await deal({ userId: dealerId })), price: 900 }),
  'ownDeals.requestReview': () => deal({ userId: dealerId, isHidden: true, hiddenByAdminAt: new Date() }),
  'ownDeals.remove': () => deal({ userId: dealerId }),
  'salons.saveOwn': async () => ({ name: 'Salloni Mira' }),
  'salons.save': salon,
  'adminSupport.read': message,
  'adminSupport.reply': message,
  'adminSupport.remove': message,
  'adminUsers.suspend': user,
  'adminUsers.reinstate': suspended,
  'adminUsers.endSessions': user,
  'adminUsers.sendResetLink': user,
  'adminUsers.showBusiness': user,
  'adminUsers.changeRole': user,
};

/** Not in the log of a success, and why. */
const exceptions: Record<string, string> = {
  'adminUsers.liftCashRestriction': 'changes nothing without a restriction; tested with orders',
  'memberships.subscribe': 'opens a payment page: what is paid there is in the log when it is activated',
  'memberships.reactivate': 'needs a subscription at the provider; tested with memberships',
  'adminAnnouncements.preview': 'notifies the administrator alone',
  'media.upload': 'adds a row that names its uploader and time',
};

const changes = endpoints.filter(
  ([, { method, access }]) => method !== 'GET' && (access === 'admin' || access === 'dealer'),
);
const events = async () => (await pool.query('select from audit_log')).rowCount ?? 0;
const ask = (endpoint: Endpoint, sample: Known) => {
  const client: Client = endpoint.access === 'admin' ? admin : dealer;
  return client.send(requestOf(endpoint, sample));
};

test.each(changes)('%s, refused, is not in the audit log', async (_name, endpoint) => {
  const before = await events();
  const plain = plainSample(endpoint);
  for (const sample of [plain, { ...plain, body: [] }, { ...plain, params: { id: v7() } }] as Known[]) {
    // Without an id the plainest request may succeed.
    if (!endpoint.params && sample === plain) continue;
    if ((await ask(endpoint, sample)).statusCode >= 400) expect(await events()).toBe(before);
  }
});

test.each(changes.filter(([name]) => !(name in exceptions)))(
  '%s, successful, is in the audit log',
  async (name, endpoint) => {
    const known = await (
      knowns[name] ?? expect.fail('say what makes it change something, or why it is not in the log')
    )();
    const before = await events();
    const { statusCode, body } = await ask(endpoint, plainSample(endpoint, known) as Known);
    expect([statusCode < 300, body]).toEqual([true, expect.anything()]);
    expect(await events()).toBeGreaterThan(before);
  },
);
