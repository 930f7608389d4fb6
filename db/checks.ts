/** Conditions that checks of several tables share. */
import { type AnyColumn, sql } from 'drizzle-orm';
import { cities } from '../core/domain/cities.ts';

export const isCity = (city: AnyColumn) => sql`${city} in (${sql.raw(cities.map((key) => `'${key}'`).join(','))})`;

/** 'lat,lng'. */
export const isPlace = (place: AnyColumn) =>
  sql`${place} ~ ${sql.raw(String.raw`'^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$'`)}`;

/** A path of our own or an address of the secure web that every reader of addresses can take apart. */
export const isImage = (url: AnyColumn) =>
  sql`${url} ~ ${sql.raw(String.raw`'^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$'`)}`;
