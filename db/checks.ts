/** Conditions that checks of several tables share. */
import { type AnyColumn, getTableColumns, sql } from 'drizzle-orm';
import { cities } from '#core/domain/cities.ts';
import { IMAGE_PATTERN } from '#core/domain/deals.ts';

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`);

export const isCity = (city: AnyColumn) => sql`${city} in (${sql.raw(quoted(cities).join(','))})`;

/** One of the list with which the column was made: `text('status', { enum: … })`. */
export function isListed({ name, table }: AnyColumn) {
  // A check is given columns without their lists.
  const column = Object.values(getTableColumns(table)).find((its) => its.name === name);
  if (!column?.enumValues) throw new Error(`${name} has no list`);
  return sql`${column} in (${sql.raw(quoted(column.enumValues).join(', '))})`;
}

/** 'lat,lng'. */
export const isPlace = (place: AnyColumn) =>
  sql`${place} ~ ${sql.raw(String.raw`'^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$'`)}`;

export const isImage = (url: AnyColumn) => sql`${url} ~ ${sql.raw(`'${IMAGE_PATTERN}'`)}`;

/** What the address of an uploaded picture, `/media/…`, shares with all files of its upload. */
export const uploadIn = (url: AnyColumn) => sql`substr(${url}, 8, 39)`;
