/** Column kinds the tables share. */
import { sql } from 'drizzle-orm';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { toNumeric, toQindarka } from '#core/domain/money.ts';
import { USABLE_DAYS } from '#core/domain/use-by.ts';

/** Lek in the store (numeric 10,2), whole qindarka in code. */
export const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  toDriver: toNumeric,
  fromDriver: toQindarka,
});

/** UUID v7 made by us, so that any PostgreSQL 15+ serves and new rows sort last. */
export const id = () => uuid('id').primaryKey().$defaultFn(v7);

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => at('created_at').notNull().defaultNow();
export const updatedAt = () => at('updated_at').notNull().defaultNow();

/** The last second, in Albania, of the last day on which can be used what is ordered now. */
export const usableUntil = sql.raw(
  `(((now() at time zone 'Europe/Tirane')::date + ${USABLE_DAYS} + time '23:59:59') at time zone 'Europe/Tirane')`,
);

/** Text that only one writer fills: the trigger `deals_fill_search`. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A folded word, ordered by its bytes so that words with one beginning are neighbours whatever the locale. */
export const word = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A place on a plane; nobody reads it, distances are asked of it. */
export const point = customType<{ data: string }>({ dataType: () => 'point' });
