/** Shared CHECK conditions. */
import { type AnyColumn, getTableColumns, sql } from 'drizzle-orm';
import { cities } from '#core/domain/cities.ts';
import { IMAGE_PATTERN } from '#core/domain/deals.ts';

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`);

export const isCity = (city: AnyColumn) => sql`${city} in (${sql.raw(quoted(cities).join(','))})`;

/** One of the values of the column: `text('status', { enum: … })`. */
export function isListed({ name, table }: AnyColumn) {
  // Columns passed to checks lack their enum values.
  const column = Object.values(getTableColumns(table)).find((candidate) => candidate.name === name);
  if (!column?.enumValues) throw new Error(`${name} has no list`);
  return sql`${column} in (${sql.raw(quoted(column.enumValues).join(', '))})`;
}

/** 'lat,lng'. */
export const isPlace = (place: AnyColumn) =>
  sql`${place} ~ ${sql.raw(String.raw`'^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$'`)}`;

export const isImage = (url: AnyColumn) => sql`${url} ~ ${sql.raw(`'${IMAGE_PATTERN}'`)}`;

/** The part of `/media/…` that all files of an upload share. */
export const uploadIn = (url: AnyColumn) => sql`substr(${url}, 8, 39)`;
