/** Every table of the schema, so that no test has to list them. */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#db/schema.ts';

export const tables: readonly PgTable[] = Object.values(schema).filter((it) => is(it, PgTable));
export const tableNames: readonly string[] = tables.map(getTableName);
