/** Vouchers, their redemption, and the tills of salons. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CLAIM_DECISIONS, CLAIM_KINDS } from '#core/contract/claims.ts';
import { REDEEM_REASONS, REDEEM_SOURCES } from '#core/domain/vouchers.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id, money } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { salons } from './salons.ts';
import { orderItems } from './shopping.ts';
import { users } from './users.ts';

/** Devices that redeem vouchers of a salon without an account. Opened once by a link; `ownerId` is the owner who added it. */
export const tills = pgTable(
  'tills',
  {
    id: id(),
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    name: text('name').notNull(),
    /** SHA-256 of the link's token. */
    link: text('link').notNull().unique(),
    linkExpiresAt: at('link_expires_at').notNull(),
    /** SHA-256 of the cookie's token; null until opened. */
    cookie: text('cookie').unique(),
    createdAt: createdAt(),
    openedAt: at('opened_at'),
    lastUsedAt: at('last_used_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    check('tills_name', sql`char_length(${t.name}) between 1 and 40`),
    check('tills_opened', sql`num_nonnulls(${t.cookie}, ${t.openedAt}, ${t.lastUsedAt}) in (0, 3)`),
    index('tills_salon').on(t.salonId),
    index('tills_owner').on(t.ownerId),
    index('tills_unopened').on(t.linkExpiresAt).where(sql`opened_at is null`),
  ],
);
policy(tills, {
  personalData: {
    owner: 'ownerId',
    part: 'tills',
    secret: ['link', 'cookie'],
    onClosure: {
      kept: 'id salonId ownerId name link linkExpiresAt cookie createdAt openedAt lastUsedAt revokedAt',
      emptied: '',
    },
  },
  retention: { since: 'linkExpiresAt', keep: '1 day', where: sql`opened_at is null` },
});

/** One per unit of an order item, made with it (trigger `order_items_create_vouchers`). Its changes decide the status of a cash order (`settle_cash_order`). */
export const vouchers = pgTable(
  'vouchers',
  {
    id: id(),
    orderId: uuid('order_id').notNull(),
    position: smallint('position').notNull(),
    /** From 1. */
    unit: smallint('unit').notNull(),
    /** Nine characters, as in `core/domain/purchase-id.ts`. */
    code: text('code').notNull().unique(),
    /** Null for deals without a salon. */
    salonId: uuid('salon_id').references(() => salons.id, { onDelete: 'restrict' }),
    /** The buyer. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The unit's share of the card charge, in minor units; null for cash. */
    chargedAmount: bigint('charged_amount', { mode: 'number' }),
    /** Null where paid by card. */
    cashDue: money('cash_due'),
    status: text('status', { enum: ['open', 'redeemed', 'canceled'] })
      .notNull()
      .default('open'),
    /** `refund`: by an administrator or at the provider; `unused`: paid by card, refunded after its last day. */
    cancelReason: text('cancel_reason', { enum: ['buyer', 'salon', 'refund', 'unused', 'expired'] }),
    /** Null for units canceled before this column existed. */
    canceledAt: at('canceled_at'),
    redeemedAt: at('redeemed_at'),
    /** The account or the till that redeemed it. */
    redeemedBy: uuid('redeemed_by').references(() => users.id, { onDelete: 'restrict' }),
    redeemedTill: uuid('redeemed_till').references(() => tills.id, { onDelete: 'restrict' }),
    /** Of the order. */
    createdAt: createdAt(),
    useBy: at('use_by').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'vouchers_item',
      columns: [t.orderId, t.position],
      foreignColumns: [orderItems.orderId, orderItems.position],
    }).onDelete('restrict'),
    unique('vouchers_unit').on(t.orderId, t.position, t.unit),
    check('vouchers_status', isListed(t.status)),
    check('vouchers_cancel_reason', isListed(t.cancelReason)),
    check('vouchers_code', sql`${t.code} ~ '^[0-9A-HJKMNP-TV-Z]{9}$'`),
    check('vouchers_payment', sql`num_nonnulls(${t.chargedAmount}, ${t.cashDue}) = 1`),
    check('vouchers_canceled', sql`(${t.cancelReason} is not null) = (${t.status} = 'canceled')`),
    check(
      'vouchers_redeemed',
      sql`(${t.status} = 'redeemed') = (${t.redeemedAt} is not null) and num_nonnulls(${t.redeemedBy}, ${t.redeemedTill}) = case ${t.status} when 'redeemed' then 1 else 0 end`,
    ),
    // Covers what figures read: index-only.
    index('vouchers_figures').on(
      t.salonId,
      t.createdAt,
      t.id,
      t.orderId,
      t.position,
      t.userId,
      t.status,
      t.cashDue,
      t.redeemedAt,
    ),
    index('vouchers_open').on(t.salonId, t.createdAt, t.id).where(sql`status = 'open'`),
    index('vouchers_redeemed_at').on(t.salonId, t.redeemedAt).where(sql`status = 'redeemed'`),
    index('vouchers_redeemed').on(t.redeemedAt).where(sql`status = 'redeemed'`),
    index('vouchers_user').on(t.userId),
    index('vouchers_declined').on(t.canceledAt, t.salonId).where(sql`cancel_reason = 'salon'`),
    index('vouchers_use_by').on(t.useBy).where(sql`status = 'open'`),
    // For the foreign keys.
    index('vouchers_redeemed_by').on(t.redeemedBy).where(sql`redeemed_by is not null`),
    index('vouchers_redeemed_till').on(t.redeemedTill).where(sql`redeemed_till is not null`),
  ],
);
policy(vouchers, {
  personalData: {
    owner: 'userId',
    part: 'vouchers',
    onClosure: {
      kept: 'id orderId position unit code salonId userId chargedAmount cashDue status cancelReason canceledAt redeemedAt redeemedBy redeemedTill createdAt useBy',
      emptied: '',
    },
  },
});

/** Attempts to redeem a voucher, append-only. An undo is a row of its own that names what it undoes. */
export const redemptions = pgTable(
  'redemptions',
  {
    id: id(),
    /** The account or the till that tried. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    tillId: uuid('till_id').references(() => tills.id, { onDelete: 'restrict' }),
    salonId: uuid('salon_id').references(() => salons.id, { onDelete: 'restrict' }),
    /** Idempotency key; null for an undo. */
    nonce: uuid('nonce'),
    /** Keyed hash of what was asked for: the same nonce with another code is refused. */
    asked: text('asked'),
    voucherId: uuid('voucher_id').references(() => vouchers.id, { onDelete: 'restrict' }),
    source: text('source', { enum: REDEEM_SOURCES }),
    result: text('result', { enum: ['redeemed', 'alreadyByYou', 'undone', ...REDEEM_REASONS] }).notNull(),
    /** Of the refusal. */
    details: jsonb('details').$type<object>(),
    /** Negative where undone. */
    cashReceived: money('cash_received'),
    /** By the clock of the device where it had no connection. */
    happenedAt: at('happened_at').notNull().defaultNow(),
    receivedAt: at('received_at').notNull().defaultNow(),
    undoes: uuid('undoes').unique(),
  },
  (t) => [
    check('redemptions_who', sql`num_nonnulls(${t.userId}, ${t.tillId}) = 1`),
    check('redemptions_source', isListed(t.source)),
    check('redemptions_result', isListed(t.result)),
    check(
      'redemptions_undo',
      sql`(${t.result} = 'undone') = (${t.undoes} is not null) and (${t.undoes} is null) = (${t.nonce} is not null)`,
    ),
    check('redemptions_happened', sql`${t.happenedAt} <= ${t.receivedAt}`),
    foreignKey({ name: 'redemptions_undoes', columns: [t.undoes], foreignColumns: [t.id] }),
    uniqueIndex('redemptions_nonce_user').on(t.userId, t.nonce),
    uniqueIndex('redemptions_nonce_till').on(t.tillId, t.nonce),
    index('redemptions_voucher').on(t.voucherId),
    index('redemptions_salon').on(t.salonId, t.receivedAt),
    index('redemptions_refused').on(t.receivedAt).where(sql`result not in ('redeemed', 'undone')`),
  ],
);
policy(redemptions, {
  personalData: {
    owner: 'userId',
    part: 'redemptions',
    secret: ['asked'],
    onClosure: {
      kept: 'id userId tillId salonId nonce asked voucherId source result details cashReceived happenedAt receivedAt undoes',
      emptied: '',
    },
  },
  retention: { since: 'receivedAt', keep: '90 days', where: sql`result not in ('redeemed', 'undone')` },
});

/** About a voucher; one open at a time. */
export const claims = pgTable(
  'claims',
  {
    id: id(),
    voucherId: uuid('voucher_id')
      .notNull()
      .references(() => vouchers.id, { onDelete: 'cascade' }),
    /** The buyer; null once the account is deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Of the voucher. */
    salonId: uuid('salon_id').references(() => salons.id, { onDelete: 'restrict' }),
    /** The administrator who opened it for the buyer. */
    openedBy: uuid('opened_by').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: CLAIM_KINDS }).notNull(),
    /** Null after the account was closed. */
    text: text('text'),
    createdAt: createdAt(),
    answer: text('answer'),
    answeredAt: at('answered_at'),
    decision: text('decision', { enum: CLAIM_DECISIONS }),
    reason: text('reason'),
    decidedAt: at('decided_at'),
    /** Null: closed with the account of the buyer. */
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    withdrawnAt: at('withdrawn_at'),
  },
  (t) => [
    check('claims_kind', isListed(t.kind)),
    check('claims_decision', isListed(t.decision)),
    check('claims_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check('claims_decided', sql`num_nonnulls(${t.decision}, ${t.reason}, ${t.decidedAt}) in (0, 3)`),
    check('claims_withdrawn', sql`${t.withdrawnAt} is null or ${t.decidedAt} is null`),
    uniqueIndex('claims_one_open').on(t.voucherId).where(sql`decided_at is null and withdrawn_at is null`),
    index('claims_voucher').on(t.voucherId),
    index('claims_user').on(t.userId, t.createdAt, t.id),
    index('claims_salon').on(t.salonId, t.createdAt, t.id),
    index('claims_newest').on(t.createdAt, t.id),
    index('claims_open').on(t.createdAt, t.id).where(sql`decided_at is null and withdrawn_at is null`),
    index('claims_refunded').on(t.decidedAt, t.salonId).where(sql`decision = 'refund'`),
  ],
);
policy(claims, {
  personalData: {
    owner: 'userId',
    part: 'claims',
    onClosure: {
      kept: 'id voucherId userId salonId openedBy kind createdAt answer answeredAt decision reason decidedAt decidedBy withdrawnAt',
      emptied: 'text',
    },
  },
});
