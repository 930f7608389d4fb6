/** Authentication: devices, sessions, identities, mailed links and second factors. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { providers } from '#core/domain/accounts.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { users } from './users.ts';

const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Browsers of an account; the owner is emailed about new ones. */
export const devices = pgTable(
  'devices',
  {
    id: id(),
    userId: ofUser(),
    /** Hash of the browser's cookie. */
    browser: text('browser').notNull(),
    /** Such as `Chrome, Android`. */
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastSignInAt: at('last_sign_in_at').notNull().defaultNow(),
  },
  (t) => [unique('devices_user_browser').on(t.userId, t.browser), index('devices_last').on(t.lastSignInAt)],
);
policy(devices, {
  personalData: { owner: 'userId', part: 'devices', secret: ['id', 'browser'], onClosure: 'delete' },
  retention: {
    since: 'lastSignInAt',
    keep: '180 days',
    where: sql`not exists (select from sessions s where s.device_id = devices.id)`,
  },
});

/** `sid`: SHA-256 of the cookie's token. */
export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    sess: jsonb('sess').$type<{ rememberMe: boolean; assertion?: string | undefined }>().notNull(),
    /** Public id, no secret. */
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    userId: ofUser(),
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** SHA-256 of the rotated token, until it is first used. */
    next: text('next'),
    nextAt: at('next_at'),
    expire: at('expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expire').on(t.expire),
    index('sessions_device').on(t.deviceId),
    uniqueIndex('sessions_next').on(t.next).where(sql`next is not null`),
    check('sessions_next_at', sql`(${t.next} is null) = (${t.nextAt} is null)`),
  ],
);
policy(sessions, {
  personalData: { owner: 'userId', part: 'sessions', onClosure: 'delete' },
  retention: { since: 'expire', keep: '0' },
});

/** Linked accounts at identity providers. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: ofUser(),
    provider: text('provider', { enum: providers }).notNull(),
    /** The provider's stable id of the account (`sub`). */
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
    /** From then on refused, and not linked again by its address. */
    unlinkedAt: at('unlinked_at'),
  },
  (t) => [
    check('identities_provider', isListed(t.provider)),
    uniqueIndex('identities_subject').on(t.provider, t.subject).where(sql`${t.unlinkedAt} is null`),
    unique('identities_user_subject').on(t.userId, t.provider, t.subject),
    uniqueIndex('identities_one_each').on(t.userId, t.provider).where(sql`${t.unlinkedAt} is null`),
  ],
);
policy(identities, { personalData: { owner: 'userId', part: 'identities', secret: ['id'], onClosure: 'delete' } });

/** Used credentials of identity providers, against replay. */
export const usedAssertions = pgTable(
  'used_assertions',
  {
    /** SHA-256 of the token. */
    hash: text('hash').primaryKey(),
    /** The same browser may retry for a moment. */
    browser: text('browser').notNull(),
    usedAt: at('used_at').notNull().defaultNow(),
    /** Expiry of the credential. */
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('used_assertions_expires').on(t.expiresAt)],
);
policy(usedAssertions, { retention: { since: 'expiresAt', keep: '0' } });

/** Mailed links: one purpose, one use, 30 minutes. */
export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    userId: ofUser(),
    purpose: text('purpose', { enum: ['verify', 'reset'] }).notNull(),
    /** SHA-256 of the token in the email. */
    hash: text('hash').notNull().unique(),
    /** The recipient, verified by using the link. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    check('tokens_purpose', isListed(t.purpose)),
    index('tokens_user').on(t.userId, t.purpose),
    index('tokens_expires').on(t.expiresAt),
  ],
);
policy(tokens, {
  personalData: { owner: 'userId', part: 'mailedLinks', secret: ['id', 'hash'], onClosure: 'delete' },
  retention: { since: 'expiresAt', keep: '1 day' },
});

/** Secrets of one-time codes. */
export const secondFactors = pgTable('second_factors', {
  userId: ofUser().primaryKey(),
  /** Base32. */
  secret: text('secret').notNull(),
  createdAt: createdAt(),
  /** Null until a first code was verified. */
  confirmedAt: at('confirmed_at'),
  /** Time step of the last used code, against replay. */
  lastStep: bigint('last_step', { mode: 'number' }),
});
policy(secondFactors, {
  personalData: { owner: 'userId', part: 'secondFactor', secret: ['secret', 'lastStep'], onClosure: 'delete' },
});

/** Single-use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: ofUser(),
    /** SHA-256 of the code. */
    hash: text('hash').notNull(),
    createdAt: createdAt(),
    usedAt: at('used_at'),
  },
  (t) => [unique('recovery_codes_user_hash').on(t.userId, t.hash)],
);
policy(recoveryCodes, {
  personalData: { owner: 'userId', part: 'recoveryCodes', secret: ['id', 'hash'], onClosure: 'delete' },
});
