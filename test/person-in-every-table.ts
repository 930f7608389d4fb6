/** Somebody of whom there is something in every table that can hold something of a person. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { deals } from '#db/schema/catalogue.ts';
import { payments, refunds } from '#db/schema/charges.ts';
import { supportMessages } from '#db/schema/conversation.ts';
import { dealerRequests } from '#db/schema/dealers.ts';
import { mediaLibrary } from '#db/schema/media.ts';
import { membershipPeriods, memberships } from '#db/schema/memberships.ts';
import { notifications, pushSubscriptions, salonFollows } from '#db/schema/notifications.ts';
import { reviewReplies, reviewReports, reviews } from '#db/schema/reviews.ts';
import { salonHours, salons } from '#db/schema/salons.ts';
import { salonBankAccounts } from '#db/schema/settlements.ts';
import { cartAdditions, cartItems, carts, favorites, orderItems, orders } from '#db/schema/shopping.ts';
import { devices, identities, recoveryCodes, secondFactors, sessions, tokens } from '#db/schema/sign-in.ts';
import { accountSuspensions, userSettings } from '#db/schema/users.ts';
import { claims, redemptions, tills, vouchers } from '#db/schema/vouchers.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { newDeal, newUser } from './shoppers.ts';

/** What of theirs stands in a table. */
export const mark = (table: string) => `kanarina-${table}`;

export const SECRETS = ['kanarina-fshehur', '$argon2'];
const [SECRET = ''] = SECRETS;
export const PASSWORD = 'një gotë me kanarinë';

export interface PersonInEveryTable {
  userId: string;
  email: string;
  /** Of the business, as its address, in every column that can hold it. */
  phone: string;
  address: string;
  orderId: string;
}

let people = 0;

export async function newPersonInEveryTable(db: Db): Promise<PersonInEveryTable> {
  const email = `kanarina-${v7()}@example.al`;
  const contacts = { phone: `+355 69 700 00${10 + ++people}`, address: `Rruga e Kanarinës ${v7()}` };
  const passwordHash = await hashPassword(PASSWORD);
  const more = { displayName: mark('users'), emailVerifiedAt: new Date(), passwordHash };
  const userId = await newUser(db, { email, username: email, ...more });
  const later = new Date(Date.now() + 86_400_000);
  await db.insert(userSettings).values({ userId });
  await db.insert(accountSuspensions).values({ userId, reason: mark('account_suspensions'), pausedDeals: [] });
  await db.insert(devices).values({ userId, browser: SECRET, name: mark('devices') });
  await db.insert(identities).values({ userId, provider: 'google', subject: v7(), email: mark('identities') });
  await db
    .insert(tokens)
    .values({ userId, purpose: 'verify', hash: `${SECRET}-${v7()}`, email: mark('tokens'), expiresAt: later });
  await db.insert(secondFactors).values({ userId, secret: SECRET });
  await db.insert(recoveryCodes).values({ userId, hash: SECRET });
  await db.insert(supportMessages).values([
    { userId, subject: mark('support_messages'), message: mark('support_messages') },
    { contactEmail: email, message: mark('support_messages') },
  ]);
  await db
    .insert(dealerRequests)
    .values({ userId, nipt: mark('dealer_requests'), phone: contacts.phone, email, notes: contacts.address });
  await db
    .insert(notifications)
    .values({ userId, kind: 'supportReplied', key: 'k', data: { reply: mark('notifications') } });
  await uses(db, userId);
  await shops(db, userId);
  await trades(db, { userId, ...contacts });
  return { userId, email, ...contacts, orderId: await paid(db, userId) };
}

/** A browser that gets push messages. */
async function uses(db: Db, userId: string): Promise<void> {
  const values = { sid: `${SECRET}-${v7()}`, sess: { rememberMe: false }, expire: new Date(Date.now() + 86_400_000) };
  const [session] = await db
    .insert(sessions)
    .values({ ...values, userId })
    .returning();
  const endpoint = `https://web.push.apple.com/${SECRET}-${v7()}`;
  await db
    .insert(pushSubscriptions)
    .values({ userId, sessionId: session?.id ?? '', endpoint, p256dh: SECRET, auth: SECRET });
}

/** What is kept in the browser's name, and in the cart. */
async function shops(db: Db, userId: string): Promise<void> {
  const dealId = await newDeal(db);
  await db.insert(favorites).values({ userId, dealId, sessionId: mark('favorites') });
  await db.insert(carts).values({ userId, version: v7() });
  await db.insert(cartItems).values({ userId, dealId, sessionId: mark('cart_items'), addedPrice: 120_000 });
  await db.insert(cartAdditions).values({ userId, key: v7() });
}

/** What a business has. */
async function trades(
  db: Db,
  { userId, phone, address }: Pick<PersonInEveryTable, 'userId' | 'phone' | 'address'>,
): Promise<void> {
  const [salon] = await db
    .insert(salons)
    .values({
      ...{ slug: v7(), ownerId: userId, name: 'Salloni', about: `${mark('salons')} ${phone}`, aboutEn: phone },
      ...{ address, city: 'tirana', phone, whatsapp: phone, viber: phone, instagram: 'kanarina' },
    })
    .returning();
  await db.insert(salonFollows).values({ userId, salonId: salon?.id ?? '' });
  await db.insert(salonBankAccounts).values({
    salonId: salon?.id ?? '',
    ownerId: userId,
    iban: 'AL47212110090000000235698741',
    holder: mark('salon_bank_accounts'),
  });
  await db.insert(salonHours).values({ salonId: salon?.id ?? '', weekday: 1, opens: '03:33', closes: '04:44' });
  const dealId = v7();
  await db.insert(deals).values({
    ...{ id: dealId, userId, title: mark('deals'), businessName: 'Salloni', price: 120_000, originalPrice: 200_000 },
    ...{ category: 'hair', phone, address, distance: '41.3,19.8', businessInfo: `${phone} ${address}` },
    businessInfoEn: phone,
    socialLink: `https://example.al/${phone}`,
  });
  const edit = { action: 'deals.edit', subject: 'deal', subjectId: dealId };
  const [before, after] = [
    { phone, address, price: 1 },
    { phone, address, price: 2 },
  ];
  const detail = { before, after, ownerId: userId };
  await inTransaction(db, (tx) => writeAudit(tx, { actorId: null, ...edit, detail }));
  const [currentPeriodStart, currentPeriodEnd] = [new Date(Date.now() - 1000), new Date(Date.now() + 86_400_000)];
  const period = { currentPeriodStart, currentPeriodEnd };
  const subscription = `sub_${mark('memberships')}-${v7()}`;
  const [membership] = await db
    .insert(memberships)
    .values({ userId, plan: 'entry', postsLimit: 3, stripeSubscriptionId: subscription, ...period })
    .returning();
  await db.insert(membershipPeriods).values({
    userId,
    membershipId: membership?.id ?? '',
    plan: 'entry',
    amount: 120_000,
    method: 'cash',
    recordedBy: userId,
    ...{ startsAt: currentPeriodStart, endsAt: currentPeriodEnd, reference: `${mark('membership_periods')}-${v7()}` },
  });
  const picture = { mimeType: 'image/webp', size: 1, url: '/pictures/nails.webp' };
  await db
    .insert(mediaLibrary)
    .values({ filename: v7(), originalName: mark('media_library'), tags: [phone], uploadedBy: userId, ...picture });
}

/** An order that a card paid, of which a line goes back. */
function paid(db: Db, userId: string): Promise<string> {
  const [id, price] = [v7(), 120_000];
  const charge = { chargedAmount: 1258, chargedCurrency: 'USD', exchangeRate: '95.4' };
  return inTransaction(db, async (tx) => {
    const dealId = await newDeal(db);
    const item = {
      dealId,
      dealerId: userId,
      position: 1,
      title: mark('order_items'),
      businessName: 'Salloni',
      price,
      discount: 0,
    };
    await tx.insert(orders).values({
      ...{ id, userId, sessionId: mark('orders'), stripePaymentIntentId: `pi_${id}`, cartVersion: v7() },
      ...{ totalAmount: price, paymentMethod: 'card', ...charge },
    });
    await tx.insert(orderItems).values({ ...item, orderId: id, quantity: 1 });
    const [salon] = await tx.select().from(salons).where(eq(salons.ownerId, userId));
    const link = { link: `${SECRET}-${v7()}`, linkExpiresAt: new Date(Date.now() + 600_000) };
    await tx.insert(tills).values({ salonId: salon?.id ?? '', ownerId: userId, name: mark('tills'), ...link });
    await tx
      .insert(redemptions)
      .values({ userId, nonce: v7(), asked: SECRET, result: 'unknown', details: { note: mark('redemptions') } });
    const [voucher] = await tx.select().from(vouchers).where(eq(vouchers.orderId, id));
    await tx.insert(claims).values({ voucherId: voucher?.id ?? '', userId, kind: 'other', text: mark('claims') });
    const author = { voucherId: voucher?.id ?? '', userId };
    const [visited] = await tx
      .insert(salons)
      .values({ slug: v7(), name: 'Salloni', address: '', city: 'tirana' })
      .returning();
    const review = { salonId: visited?.id ?? '', lineId: v7(), stars: 5, language: 'sq', status: 'published' } as const;
    await tx.insert(reviews).values({ ...author, ...review, name: mark('reviews'), undoneAt: new Date() });
    await tx.insert(reviewReplies).values({ ...author, text: mark('review_replies') });
    await tx.insert(reviewReports).values({ ...author, reason: 'other', text: mark('review_reports') });
    const [payment] = await tx
      .insert(payments)
      .values({
        userId,
        sessionId: mark('payments'),
        cartVersion: v7(),
        provider: 'sandbox',
        isLive: false,
        status: 'paid',
        ...{ providerPaymentId: `pi_${id}`, items: [{ ...item, quantity: 1 }], totalAmount: price, ...charge },
        orderId: id,
        closedAt: new Date(),
      })
      .returning();
    const paymentId = payment?.id ?? '';
    const refund = { paymentId, orderId: id, position: 1, amount: 1258, reason: 'requested' as const };
    await tx.insert(refunds).values({ ...refund, providerRefundId: `re_${mark('refunds')}-${id}` });
    const auditEvent = {
      action: 'test.auditEvent',
      subject: 'order',
      subjectId: id,
      detail: { what: mark('audit_log') },
    };
    await writeAudit(tx, { actorId: userId, ...auditEvent });
    return id;
  });
}
