/** What the shop owes salons of card takings. All in lek, whatever the card was charged. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { LEDGER_KINDS } from '#core/domain/settlements.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { payments, refunds } from './charges.ts';
import { salons } from './salons.ts';
import { users } from './users.ts';
import { redemptions, vouchers } from './vouchers.ts';

const lek = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** Closed months of a salon; those of test cards are separate. Whether one was paid follows from its payout in the ledger. */
export const statements = pgTable(
  'statements',
  {
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'restrict' }),
    /** In Albania: `2026-10`. */
    month: text('month').notNull(),
    isTest: boolean('is_test').notNull(),
    opening: lek('opening').notNull(),
    sum: lek('sum').notNull(),
    closing: lek('closing').notNull(),
    closedAt: at('closed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.salonId, t.isTest, t.month] }),
    check('statements_month', sql`${t.month} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`),
    check('statements_closing', sql`${t.closing} = ${t.opening} + ${t.sum}`),
  ],
);
policy(statements, { personalData: null });

/** Append-only, except that closing a month sets `month` once. Entries of units are written by triggers (`ledger_settle`). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'restrict' }),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    /** Positive: owed to the salon. */
    amount: lek('amount').notNull(),
    /** The unit; null for payouts and corrections. */
    voucherId: uuid('voucher_id').references(() => vouchers.id, { onDelete: 'restrict' }),
    redemptionId: uuid('redemption_id').references(() => redemptions.id, { onDelete: 'restrict' }),
    refundId: uuid('refund_id').references(() => refunds.id, { onDelete: 'restrict' }),
    /** Whose dispute was lost or won. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'restrict' }),
    reverses: uuid('reverses').references((): AnyPgColumn => ledgerEntries.id, { onDelete: 'restrict' }),
    /** The month of the statement that a payout pays. */
    pays: text('pays'),
    /** Of the bank transfer of a payout, or the reason of a correction. */
    reference: text('reference'),
    /** Of the statement that includes it; null until its month is closed. */
    month: text('month'),
    /** Of a test card. */
    isTest: boolean('is_test').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'ledger_entries_statement',
      columns: [t.salonId, t.isTest, t.month],
      foreignColumns: [statements.salonId, statements.isTest, statements.month],
    }).onDelete('restrict'),
    foreignKey({
      name: 'ledger_entries_paid',
      columns: [t.salonId, t.isTest, t.pays],
      foreignColumns: [statements.salonId, statements.isTest, statements.month],
    }).onDelete('restrict'),
    check('ledger_entries_kind', isListed(t.kind)),
    check('ledger_entries_amount', sql`${t.amount} <> 0 and ${t.amount} < 'Infinity'::numeric`),
    check(
      'ledger_entries_cause',
      sql`case ${t.kind} when 'cardSale' then ${t.redemptionId} is not null when 'refund' then ${t.refundId} is not null
        when 'payout' then ${t.pays} is not null and ${t.reference} is not null when 'correction' then ${t.reference} is not null
        else ${t.paymentId} is not null end`,
    ),
    check('ledger_entries_unit', sql`(${t.voucherId} is null) = (${t.kind} in ('payout', 'correction'))`),
    uniqueIndex('ledger_entries_reversed_once').on(t.reverses).where(sql`reverses is not null`),
    uniqueIndex('ledger_entries_redemption').on(t.redemptionId).where(sql`redemption_id is not null`),
    index('ledger_entries_statement').on(t.salonId, t.isTest, t.month, t.createdAt, t.id),
    index('ledger_entries_voucher').on(t.voucherId).where(sql`voucher_id is not null`),
    index('ledger_entries_pays').on(t.salonId, t.isTest, t.pays).where(sql`pays is not null`),
    index('ledger_entries_unclosed').on(t.createdAt).where(sql`month is null`),
    // For the foreign keys.
    index('ledger_entries_refund').on(t.refundId).where(sql`refund_id is not null`),
    index('ledger_entries_payment').on(t.paymentId).where(sql`payment_id is not null`),
  ],
);
policy(ledgerEntries, { personalData: null });

/**
 * Where a salon is paid; of its owner, so that another owner does not take it over. Kept after the account was closed while
 * something is owed: `forget_bank_accounts` deletes it then.
 */
export const salonBankAccounts = pgTable(
  'salon_bank_accounts',
  {
    salonId: uuid('salon_id')
      .primaryKey()
      .references(() => salons.id, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    /** Without spaces. */
    iban: text('iban').notNull(),
    holder: text('holder').notNull(),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [
    check('salon_bank_accounts_iban', sql`${t.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('salon_bank_accounts_holder', sql`char_length(${t.holder}) between 2 and 100`),
    index('salon_bank_accounts_owner').on(t.ownerId),
  ],
);
policy(salonBankAccounts, {
  personalData: {
    owner: 'ownerId',
    part: 'bankAccounts',
    onClosure: { kept: 'salonId ownerId iban holder changedAt', emptied: '' },
  },
});
