/** Column kinds the tables share. */
import { sql } from 'drizzle-orm';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { toNumeric, toQindarka } from '#core/domain/money.ts';
import { USABLE_DAYS } from '#core/domain/use-by.ts';

/** Lek in the database (numeric 10,2), integer qindarka in code. */
export const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  toDriver: toNumeric,
  fromDriver: toQindarka,
});

/** UUID v7 generated in Node, since PostgreSQL before 18 has none; new rows sort last. */
export const id = () => uuid('id').primaryKey().$defaultFn(v7);

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => at('created_at').notNull().defaultNow();
export const updatedAt = () => at('updated_at').notNull().defaultNow();

/** End of the last day, in Albanian time, on which an order made now can be used. */
export const usableUntil = sql.raw(
  `(((now() at time zone 'Europe/Tirane')::date + ${USABLE_DAYS} + time '23:59:59') at time zone 'Europe/Tirane')`,
);

/** Written by the trigger `deals_fill_search` only. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Collation "C", so that prefix ranges work in every locale. */
export const word = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Never selected, only used for distances. */
export const point = customType<{ data: string }>({ dataType: () => 'point' });
