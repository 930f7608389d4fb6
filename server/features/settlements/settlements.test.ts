/** Statements and bank accounts as salons see them, payouts as administrators make them. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { adminAudit } from '#core/contract/admin/audit.ts';
import { adminOverview } from '#core/contract/admin/overview.ts';
import { adminSettlements } from '#core/contract/admin/settlements.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { redeem } from '#core/contract/redeem.ts';
import { settlements } from '#core/contract/settlements.ts';
import { tills as tillEndpoints } from '#core/contract/tills.ts';
import { salons } from '#db/schema/salons.ts';
import { salonBankAccounts } from '#db/schema/settlements.ts';
import { users } from '#db/schema/users.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { startDealerShop } from '#test/dealers.ts';
import { paidUnits, undoUnit } from '#test/ledger-histories.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal } from '#test/shoppers.ts';
import { nightlyLedgerCheck } from './settlements.jobs.ts';

const shop = await startDealerShop();
const { db, pool, cards, runJobs } = shop;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);
const adminEmail = 'arta@example.al';
const admin = await shop.as({ email: adminEmail, role: 'admin' });
await db.update(users).set({ passwordHash }).where(eq(users.email, adminEmail));
const [january, running] = ['2026-01', '2026-02'];
const IBAN = 'AL47 2121 1009 0000 0002 3569 8741';

/** Dates what is not closed yet. */
async function dated(salonId: string, at: string): Promise<void> {
  await pool.query('alter table ledger_entries disable trigger user');
  await pool.query('update ledger_entries set created_at = $2 where salon_id = $1 and month is null', [salonId, at]);
  await pool.query('alter table ledger_entries enable trigger user');
}

/** A salon of which so many units for 1,200.50 lek were paid by card and redeemed in January. */
async function settledSalon(units: number, name = `Salloni ${v7()}`) {
  const salon = await newSalon(shop, name);
  await db.update(users).set({ passwordHash, emailVerifiedAt: new Date() }).where(eq(users.id, salon.ownerId));
  const dealId = await newDeal(db, salon.deal);
  const sell = async (count: number) => {
    const made = await paidUnits(db, { salonId: salon.salonId, dealId, price: 120_050, units: count });
    const codes = await db.select().from(vouchers).where(eq(vouchers.orderId, made.orderId));
    for (const { code } of codes) await salon.owner(redeem.redeem, { body: { code, nonce: v7() } });
    return made;
  };
  const sold = units > 0 ? await sell(units) : null;
  // Redeemed in January, before anything was closed.
  await dated(salon.salonId, '2026-01-20T10:00Z');
  const close = (before = running) => pool.query('select close_statements($1, true, $2)', [salon.salonId, before]);
  const find = async () => (await admin(adminSettlements.list, { query: { q: salon.salonId } }))[0] ?? expect.fail();
  const params = { salonId: salon.salonId, month: january };
  const pay = (body: object = {}) =>
    admin(adminSettlements.pay, { params, body: { reference: 'FT 001', password: PASSWORD, ...body } });
  return { ...salon, sold, sell, close, find, pay, params };
}

test('units paid by card, redeemed, undone and disputed, are in the statement of the salon in lek', async () => {
  const mira = await settledSalon(2);
  const { voucherIds, reported } = mira.sold ?? expect.fail();
  const open = await mira.owner(settlements.get, { params: { month: january } });
  expect(open).toMatchObject({
    status: 'open',
    opening: 0,
    sum: 2401,
    closing: 2401,
    salon: expect.any(String),
    next: null,
  });
  expect(await mira.owner(settlements.list)).toEqual([]);
  await mira.close();
  const line = { day: '2026-01-20', kind: 'cardSale', title: 'Prerje dhe larje', titleEn: null, amount: 1200.5 };
  const statement = await mira.owner(settlements.get, { params: { month: january } });
  expect(statement.lines).toEqual(Array(2).fill({ ...line, title: 'Masazh', unit: expect.stringMatching(/^\w{4}$/) }));
  expect(await mira.owner(settlements.list)).toEqual([
    { month: january, opening: 0, sum: 2401, closing: 2401, status: 'toPay', paidAt: null, reference: null },
  ]);
  // Late entries are in the next month; an open dispute is none.
  await undoUnit(db, mira, voucherIds[0] ?? '');
  const dispute = (state: 'open' | 'lost' | 'won') =>
    settlePayment({ db, cards }, { ...reported, disputes: [{ id: `dp_${reported.id}`, state }] });
  await dispute('open');
  expect((await mira.find()).balance).toBe(1200.5);
  await dispute('lost');
  expect((await mira.find()).balance).toBe(0);
  await dispute('won');
  expect((await mira.find()).balance).toBe(1200.5);
  await mira.close('2099-01');
  const [next] = await mira.owner(settlements.list);
  expect(next).toMatchObject({ opening: 2401, sum: -1200.5, closing: 1200.5, status: 'toPay' });
  const lines = (await mira.owner(settlements.get, { params: { month: next?.month ?? '' } })).lines;
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['cardSale', -1200.5],
    ['disputeLost', -1200.5],
    ['disputeWon', 1200.5],
  ]);
  // The earlier one is part of it.
  expect((await mira.owner(settlements.list))[1]).toMatchObject({ month: january, status: 'carried' });
});

test('statement, while a later month has ended and is not closed yet, cannot be paid', async () => {
  const mira = await settledSalon(1);
  await mira.close();
  await mira.sell(1);
  await dated(mira.salonId, '2026-02-20T10:00Z');
  expect(await refusal(mira.pay())).toBe('409 settlements.notLatest');
  await mira.close('2026-03');
  expect(await refusal(mira.pay())).toBe('409 settlements.notLatest');
  const february = { params: { ...mira.params, month: '2026-02' }, body: { reference: 'FT 009', password: PASSWORD } };
  expect(await admin(adminSettlements.pay, february)).toMatchObject({ balance: 0, statement: { closing: 2401 } });
});

test('statement, marked as paid by an administrator, is paid once; undone, it can be paid again', async () => {
  const mira = await settledSalon(1);
  expect(await refusal(mira.pay())).toBe('409 settlements.notLatest');
  await mira.close();
  expect(await mira.find()).toMatchObject({ isPayable: true, canUndo: false, bank: null, ownerState: 'active' });
  expect(await refusal(mira.pay({ password: 'tjetër' }))).toBe('403 accounts.wrongPassword');
  expect(await refusal(mira.pay({ reference: ' ' }))).toBe('400 input.invalid');
  const unknown = { params: { ...mira.params, salonId: v7() }, body: { reference: 'FT 001', password: PASSWORD } };
  expect(await refusal(admin(adminSettlements.pay, unknown))).toBe('404 settlements.notFound');
  const both = await Promise.allSettled([mira.pay(), mira.pay()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await mira.find()).toMatchObject({ balance: 0, isPayable: false, canUndo: true });
  expect(await mira.owner(settlements.list)).toMatchObject([
    { status: 'paid', reference: 'FT 001', paidAt: expect.any(String), closing: 1200.5 },
  ]);
  const undo = () => admin(adminSettlements.undoPay, { params: mira.params });
  expect(await undo()).toMatchObject({
    balance: 1200.5,
    isPayable: true,
    statement: { status: 'toPay', reference: null },
  });
  expect(await refusal(undo())).toBe('409 settlements.undoOver');
  expect(await mira.pay({ reference: 'FT 002' })).toMatchObject({ statement: { status: 'paid', reference: 'FT 002' } });
  const actions = (await admin(adminAudit.list, { query: { q: mira.salonId } })).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('settlements.'))).toEqual(
    ['pay', 'undoPay', 'pay'].map((a) => `settlements.${a}`),
  );
  await pool.query('alter table ledger_entries disable trigger user');
  await pool.query(`update ledger_entries set created_at = now() - interval '25 hours' where salon_id = $1`, [
    mira.salonId,
  ]);
  await pool.query('alter table ledger_entries enable trigger user');
  expect(await refusal(undo())).toBe('409 settlements.undoOver');
});

test('statement of less than 1,000 lek, is carried; of a closed account it is paid, of a suspended owner held', async () => {
  const small = await settledSalon(0);
  await pool.query(
    `insert into ledger_entries (salon_id, kind, amount, reference, is_test, created_at)
     values ($1, 'correction', 999.99, 'provë', true, '2026-01-20')`,
    [small.salonId],
  );
  await small.close();
  expect(await small.owner(settlements.list)).toMatchObject([{ closing: 999.99, status: 'carried' }]);
  expect(await refusal(small.pay())).toBe('409 settlements.notPayable');
  await db.update(users).set({ isActive: false, closedAt: new Date() }).where(eq(users.id, small.ownerId));
  expect(await small.find()).toMatchObject({ ownerState: 'closed', isPayable: true, balance: 999.99 });
  const closed = await admin(adminSettlements.list, { query: { filter: 'closed' } });
  expect(closed.map(({ salonId }) => salonId)).toEqual([small.salonId]);
  const held = await settledSalon(2);
  await admin(adminUsers.suspend, { params: { id: held.ownerId }, body: { reason: 'Ankesa të shumta' } });
  await held.close();
  expect(await held.find()).toMatchObject({
    ownerState: 'held',
    isPayable: false,
    balance: 2401,
    statement: { closing: 2401 },
  });
  expect(await refusal(held.pay())).toBe('409 settlements.held');
  const ids = async (filter: 'held' | 'toPay') =>
    (await admin(adminSettlements.list, { query: { filter } })).map(({ salonId }) => salonId);
  expect(await ids('held')).toEqual([held.salonId]);
  expect(await ids('toPay')).not.toContain(held.salonId);
  expect(await refusal(held.owner(settlements.list))).toBe('401 access.notAuthenticated');
});

test('bank account, changed with the password, is told by email, masked in lists and shown whole with a trace', async () => {
  const mira = await settledSalon(1, 'Salloni i bankës');
  const save = (body: object = {}) =>
    mira.owner(settlements.saveBank, { body: { iban: IBAN, holder: 'Mira Hoxha', password: PASSWORD, ...body } });
  expect(await mira.owner(settlements.bank)).toBeNull();
  expect(await refusal(save({ password: 'tjetër' }))).toBe('403 accounts.wrongPassword');
  for (const iban of ['AL48212110090000000235698741', 'AL4721211009000000023569874', 'x', ''])
    expect(await refusal(save({ iban }))).toBe('400 input.invalid');
  expect(await save()).toEqual({ last4: '8741', holder: 'Mira Hoxha' });
  expect(await save({ iban: 'de89370400440532013000' })).toEqual({ last4: '3000', holder: 'Mira Hoxha' });
  await runJobs();
  const mails = await pool.query('select subject from sandbox_mails where recipient = $1', [mira.email]);
  expect(mails.rows).toEqual(Array(2).fill({ subject: 'Llogaria bankare e sallonit u ndryshua' }));
  expect((await mira.find()).bank).toEqual({ last4: '3000', holder: 'Mira Hoxha' });
  const view = () => admin(adminSettlements.bank, { params: { salonId: mira.salonId } });
  expect(await view()).toEqual({ iban: 'DE89370400440532013000', holder: 'Mira Hoxha' });
  await view();
  const events = await admin(adminAudit.list, { query: { q: mira.salonId, by: '' } });
  expect(events.filter(({ action }) => action === 'settlements.viewBank')).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('DE8937');
  // Another owner of the salon does not get the account of the one before.
  const next = await newSalon(shop, 'Tjetri');
  await db.update(salons).set({ ownerId: null }).where(eq(salons.id, next.salonId));
  await db.update(salons).set({ ownerId: next.ownerId }).where(eq(salons.id, mira.salonId));
  expect(await view()).toBeNull();
  expect(await next.owner(settlements.bank)).toBeNull();
});

test('desk, asked for by others than the owner of the salon, shows nothing of it', async () => {
  const mira = await settledSalon(1);
  await mira.close();
  const other = await newSalon(shop, 'Tjetra');
  expect(await other.owner(settlements.list)).toEqual([]);
  expect(await refusal(other.owner(settlements.get, { params: { month: january } }))).toBe('404 settlements.notFound');
  expect(await refusal(admin(settlements.list))).toBe('403 desk.none');
  expect(await refusal(admin(settlements.bank))).toBe('403 desk.none');
  const till = shop.guest();
  const { link } = await mira.owner(tillEndpoints.add, { body: { name: 'Arka' } });
  await till(tillEndpoints.open, { body: { token: new URL(link).searchParams.get('token') ?? '' } });
  expect(await refusal(till(settlements.list))).toBe('401 access.notAuthenticated');
  expect(await refusal(mira.owner(adminSettlements.list))).toBe('403 access.forbidden');
  // Who may not post any more still gets what is owed.
  await db.update(users).set({ canPostDeals: false }).where(eq(users.id, mira.ownerId));
  expect(await mira.owner(settlements.list)).toHaveLength(1);
});

test('closed account, is paid what is owed; then its bank account is deleted', async () => {
  const mira = await settledSalon(1);
  await mira.close();
  const row = { salonId: mira.salonId, ownerId: mira.ownerId, iban: IBAN.replaceAll(' ', ''), holder: 'Mira' };
  await db.insert(salonBankAccounts).values(row);
  await db.update(users).set({ isActive: false, closedAt: new Date() }).where(eq(users.id, mira.ownerId));
  const kept = async () => db.$count(salonBankAccounts, eq(salonBankAccounts.salonId, mira.salonId));
  expect(await kept()).toBe(1);
  await mira.pay();
  await pool.query('select forget_bank_accounts()');
  expect(await kept()).toBe(0);
});

test('nightly check of the ledger, is shown in the overview', async () => {
  expect((await admin(adminOverview.get, {})).ledger).toBeNull();
  await nightlyLedgerCheck.perform(shop.deps, {});
  expect((await admin(adminOverview.get, {})).ledger).toEqual({ checkedAt: expect.any(String), broken: 0 });
});
