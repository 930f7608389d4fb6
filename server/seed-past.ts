/** Fills the demo shop with two months of orders, redemptions and reviews. Seeding again changes nothing. */
import { sql } from 'drizzle-orm';
import { discountOf, toLek } from '#core/domain/money.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { MIN_PAYOUT } from '#core/domain/settlements.ts';
import { demoBuyers, demoIban, demoVisits, monthBefore, pastId, pastSince, type Visit } from '#db/demo-past.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { dealLimits, type deals } from '#db/schema/catalogue.ts';
import { payments } from '#db/schema/charges.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { reviewReplies } from '#db/schema/reviews.ts';
import { salons } from '#db/schema/salons.ts';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import { salonBankAccounts } from '#db/schema/settlements.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { users } from '#db/schema/users.ts';
import { redemptions } from '#db/schema/vouchers.ts';
import { demoId } from '#db/world.ts';
import { insertReviews } from './features/reviews/reviews.store.ts';
import type { Db, Tx } from './kit/db/db.ts';
import { inTransaction } from './kit/db/transaction.ts';
import { seedDemo } from './seed.ts';

/** Lek for a dollar, as the demo shop begins with. */
const RATE = '95.4';

type Deal = typeof deals.$inferInsert;

/** The demo shop with its past. */
export async function seedShop(db: Db, seededAt = new Date()): Promise<void> {
  await seedDemo(db, seededAt);
  await seedPast(db, seededAt);
}

async function seedPast(db: Db, seededAt: Date): Promise<void> {
  const all = new Map(demoDeals(seededAt).map((deal) => [deal.id as string, deal]));
  const bySalon = Map.groupBy(all.values(), ({ salonId }) => salonId as string);
  const offers = new Map(
    [...bySalon].map(([salonId, its]) => [
      salonId,
      its.map(({ id, price }) => ({ id: id as string, price: toLek(price) })),
    ]),
  );
  const visits = demoVisits(seededAt, offers);
  const buyers = demoBuyers();
  await inTransaction(db, async (tx) => {
    const since = pastSince(seededAt);
    const rows = buyers.map(({ id, email }) => ({
      id,
      email,
      username: email,
      createdAt: since,
      termsAcceptedAt: since,
    }));
    // Everything may have changed: the triggers need not say what.
    await tx.execute(sql`select cache_touch('{*}')`);
    const added = await tx.insert(users).values(rows).onConflictDoNothing().returning({ id: users.id });
    if (added.length === 0) return;
    const sales = visits.map((visit) => {
      const deal = all.get(visit.dealId);
      const buyer = buyers[visit.buyer];
      if (!deal || !buyer) throw new Error('a visit is of a deal and a buyer');
      return saleOf(visit, { deal, userId: buyer.id });
    });
    await seedOrders(tx, sales);
    const { rows: made } = await tx.execute<{ id: string; orderId: string }>(
      sql`select id, order_id as "orderId" from vouchers where user_id = any(${sql.param(buyers.map(({ id }) => id))})`,
    );
    const vouchers = new Map(made.map(({ id, orderId }) => [orderId, id]));
    const units = sales.map((sale) => ({ ...sale, voucherId: vouchers.get(sale.id) ?? '' }));
    await seedRedemptions(tx, units);
    await seedStatements(tx, seededAt);
    await seedReviews(tx, units);
    await seedViews(tx, since, seededAt);
    await seedLimits(tx);
  });
}

/** The rows of a visit. */
function saleOf(visit: Visit, { deal, userId }: { deal: Deal; userId: string }) {
  const { id, createdAt, isCard } = visit;
  const { price, originalPrice = null } = deal;
  const charge = Math.round(price / Number(RATE));
  const charged = { chargedAmount: charge, chargedCurrency: 'USD', exchangeRate: RATE };
  const payment = { sessionId: 'session_demo', cartVersion: pastId('cart', id) };
  const providerId = isCard
    ? `pi_demo${id.replaceAll('-', '')}`
    : makePurchaseId(Buffer.from(id.replaceAll('-', '').slice(0, 10), 'hex'));
  const useBy = new Date(createdAt.getTime());
  useBy.setUTCDate(useBy.getUTCDate() + 30);
  useBy.setUTCHours(22, 59, 59, 0);
  const { title, titleEn, imageUrl, businessName, address, city, distance, phone } = deal;
  const place = { address, city, distance, phone };
  const of = { dealId: visit.dealId, dealerId: deal.userId ?? null, salonId: visit.salonId };
  const item = {
    ...{ ...of, position: 1, title, titleEn, imageUrl, businessName, price, originalPrice, quantity: 1, ...place },
    discount: discountOf(price, originalPrice),
  };
  const order: typeof orders.$inferInsert = {
    ...{ id, userId, ...payment, stripePaymentIntentId: providerId, totalAmount: price, createdAt, useBy },
    ...(isCard
      ? { paymentMethod: 'card', status: 'completed', ...charged }
      : { paymentMethod: 'cash', status: 'pending' }),
  };
  return { ...visit, userId, ownerId: deal.userId ?? '', order, item, payment: { ...payment, ...charged, providerId } };
}

type Sale = ReturnType<typeof saleOf>;

/** Its voucher is made with the order. */
type Unit = Sale & { voucherId: string };

/** Rows of one statement. */
const BATCH = 250;

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

async function seedOrders(tx: Tx, sales: readonly Sale[]): Promise<void> {
  for (const batch of batchesOf(sales)) {
    await tx.insert(orders).values(batch.map(({ order }) => order));
    await tx.insert(orderItems).values(batch.map(({ id, item }) => ({ ...item, orderId: id })));
    await tx.insert(auditLog).values(
      batch.map(({ id, userId, isCard, createdAt }) => ({
        ...{ id: pastId('audit', id), at: createdAt, actorId: userId, subject: 'order', subjectId: id },
        action: isCard ? 'orders.payByCard' : 'orders.confirmCash',
      })),
    );
    const byCard = batch.filter(({ isCard }) => isCard);
    if (byCard.length === 0) continue;
    await tx.insert(payments).values(byCard.map(paymentOf));
    await tx.insert(sandboxObjects).values(byCard.map(sandboxPaymentOf));
  }
}

function paymentOf({ id, userId, item, order, createdAt, payment }: Sale): typeof payments.$inferInsert {
  const { providerId, ...its } = payment;
  return {
    ...{ ...its, id: pastId('payment', id), userId, provider: 'sandbox', isLive: false, status: 'paid' },
    ...{ providerPaymentId: providerId, items: [item], totalAmount: order.totalAmount, orderId: id },
    ...{ createdAt, closedAt: createdAt },
  };
}

/** What the sandbox knows of it, so that it can be refunded. */
function sandboxPaymentOf({ id, createdAt, payment }: Sale): typeof sandboxObjects.$inferInsert {
  const { providerId, chargedAmount: amount } = payment;
  const paid = { state: 'paid', amount, received: amount, currency: 'usd', isLive: false, refunds: [], disputes: [] };
  const data = { id: providerId, attemptId: pastId('payment', id), clientSecret: `${providerId}_secret_demo`, ...paid };
  return { id: providerId, kind: 'payment', data: { ...data, isAuthenticating: false, returnUrl: '' }, createdAt };
}

async function seedRedemptions(tx: Tx, units: readonly Unit[]): Promise<void> {
  const used = units.filter(({ redeemedAt }) => redeemedAt !== null);
  // Triggers would go through whole tables, of which the database does not know yet how large they are.
  await tx.execute(sql`analyze orders, vouchers`);
  for (const batch of batchesOf(used)) {
    const json = JSON.stringify(batch.map(({ voucherId: id, redeemedAt: at, ownerId: by }) => ({ id, at, by })));
    await tx.execute(sql`
      update vouchers v set status = 'redeemed', redeemed_at = u.at, redeemed_by = u.by
      from jsonb_to_recordset(${json}::jsonb) u (id uuid, at timestamptz, by uuid) where v.id = u.id and v.status = 'open'`);
  }
  const made = used.map(({ id, voucherId, ownerId, salonId, redeemedAt, isCard, item }) => ({
    ...{ id: pastId('redemption', id), userId: ownerId, salonId, nonce: pastId('nonce', id), voucherId },
    ...{ source: 'camera' as const, result: 'redeemed' as const, cashReceived: isCard ? null : item.price },
    ...{ happenedAt: redeemedAt ?? undefined, receivedAt: redeemedAt ?? undefined },
  }));
  for (const batch of batchesOf(made)) await tx.insert(redemptions).values(batch);
}

/** Closes the months before; what they ended with was paid five days later. */
async function seedStatements(tx: Tx, seededAt: Date): Promise<void> {
  const owned = await tx.select({ salonId: salons.id, ownerId: salons.ownerId, holder: salons.name }).from(salons);
  const accounts = owned.flatMap(({ ownerId, ...salon }, index) =>
    ownerId === null ? [] : [{ ...salon, ownerId, iban: demoIban(index + 1) }],
  );
  await tx.insert(salonBankAccounts).values(accounts).onConflictDoNothing();
  for (const months of [3, 2, 1]) {
    const [month, next] = [monthBefore(seededAt, months), monthBefore(seededAt, months - 1)];
    await tx.execute(
      sql`select close_statements(salon_id, true, ${next}) from (select distinct salon_id from ledger_entries) s`,
    );
    await tx.execute(sql`
      insert into ledger_entries (salon_id, is_test, kind, amount, pays, reference, created_at)
      select salon_id, true, 'payout', -closing, month, 'TR-' || month || '-' || row_number() over (order by salon_id),
        least(((${next} || '-05 11:30')::timestamp at time zone 'Europe/Tirane'), ${seededAt.toISOString()}::timestamptz)
      from statements where month = ${month} and closing >= ${MIN_PAYOUT}`);
  }
}

async function seedReviews(tx: Tx, units: readonly Unit[]): Promise<void> {
  const written = units.flatMap(({ review, userId, voucherId }) =>
    review ? { ...review, status: 'published' as const, userId, voucherId } : [],
  );
  for (const batch of batchesOf(written)) await insertReviews(tx, batch);
  const replies = units.flatMap(({ reply, ownerId: userId, voucherId }) =>
    reply ? { ...reply, userId, voucherId } : [],
  );
  for (const batch of batchesOf(replies)) await tx.insert(reviewReplies).values(batch);
}

/** One to nine views of each deal and day; some saved it, and fewer put it into their carts. */
async function seedViews(tx: Tx, since: Date, until: Date): Promise<void> {
  await tx.execute(sql`
    insert into deal_days (deal_id, day, views, saves, carts)
    select d.id, to_char(day, 'YYYY-MM-DD'), seen, seen / 3, seen / 4
    from deals d cross join generate_series(${since.toISOString()}::date, ${until.toISOString()}::date, interval '1 day') day
      cross join lateral (select 1 + abs(hashtext(d.id::text || day)) % 9 as seen) v
    where d.user_id is not null
    on conflict do nothing`);
  await tx.execute(sql`
    update deal_counters c set views = c.views + s.views
    from (select deal_id, sum(views) as views from deal_days group by deal_id) s where s.deal_id = c.deal_id`);
}

const mornings = [1, 2, 3, 4].map((weekday) => ({ weekday, opens: '10:00', closes: '14:00' }));

/** Three deals with limits, one of them sold out. */
async function seedLimits(tx: Tx): Promise<void> {
  const taken = (deal: string) => sql`deal_units_taken(${demoId('deal', deal)})`;
  await tx.insert(dealLimits).values([
    {
      ...{ dealId: demoId('deal', 'd08'), units: sql`${taken('d08')} + 12`, taken: taken('d08') },
      ...{ perPerson: 1, newClientsOnly: true },
    },
    { dealId: demoId('deal', 'd11'), taken: taken('d11'), bookingNeeded: true, useTimes: mornings },
    { dealId: demoId('deal', 'd20'), units: taken('d20'), taken: taken('d20') },
  ]);
}
