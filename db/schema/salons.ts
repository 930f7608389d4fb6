/** Salons, where treatments are done, and their opening hours. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, smallint, text, time, uuid } from 'drizzle-orm/pg-core';
import { MAX_PHOTOS } from '#core/domain/salons.ts';
import { isCity, isImage, isPlace } from '#db/checks.ts';
import { createdAt, id, updatedAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { users } from './users.ts';

/** Where and by whom treatments are done; a dealer has at most one. What a deal says of its salon is the deal's own text. */
export const salons = pgTable(
  'salons',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    /** Null while the shop itself looks after it. */
    ownerId: uuid('owner_id')
      .unique()
      .references(() => users.id, { onDelete: 'restrict' }),
    nipt: text('nipt'),
    name: text('name').notNull(),
    about: text('about').notNull().default(''),
    aboutEn: text('about_en'),
    address: text('address').notNull(),
    city: text('city').notNull(),
    location: text('location'),
    phone: text('phone'),
    whatsapp: text('whatsapp'),
    viber: text('viber'),
    /** The name without @. */
    instagram: text('instagram'),
    logoUrl: text('logo_url'),
    photos: text('photos').array().notNull().default(sql`'{}'::text[]`),
    /** Days on which it is closed. */
    holidays: date('holidays').array().notNull().default(sql`'{}'::date[]`),
    /** Rises with each saved profile. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('salons_slug', sql`${t.slug} ~ '^[a-z0-9-]{1,80}$'`),
    check('salons_name', sql`char_length(${t.name}) between 1 and 160`),
    check('salons_nipt', sql`${t.nipt} ~ '^[A-Z][0-9]{8}[A-Z]$'`),
    check('salons_city', isCity(t.city)),
    check('salons_location', isPlace(t.location)),
    check('salons_phones', sql`${t.phone} ~ '^[+][0-9 ]{8,20}$' and ${t.whatsapp} ~ '^[+][0-9 ]{8,20}$'`),
    check('salons_viber', sql`${t.viber} ~ '^[+][0-9 ]{8,20}$'`),
    check('salons_logo', isImage(t.logoUrl)),
    check('salons_photos', sql`cardinality(${t.photos}) <= ${sql.raw(`${MAX_PHOTOS}`)}`),
    check('salons_instagram', sql`${t.instagram} ~ '^[A-Za-z0-9._]{1,30}$'`),
    index('salons_alike').using('gin', sql`search_folded(${t.name}) gin_trgm_ops`),
  ],
);
policy(salons, {
  personalData: {
    owner: 'ownerId',
    part: 'salons',
    onClosure: {
      kept: 'id slug ownerId name city logoUrl photos holidays version createdAt updatedAt',
      emptied: 'nipt about aboutEn address location phone whatsapp viber instagram',
    },
  },
});

/** When a salon is open: a row per stretch, so that a break at noon makes two. No row, closed. */
export const salonHours = pgTable(
  'salon_hours',
  {
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'cascade' }),
    /** 1 is Monday. */
    weekday: smallint('weekday').notNull(),
    opens: time('opens').notNull(),
    /** On the next day, unless it is after `opens`. */
    closes: time('closes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.salonId, t.weekday, t.opens] }),
    check('salon_hours_weekday', sql`${t.weekday} between 1 and 7`),
    check('salon_hours_opens', sql`${t.opens} < '24:00'`),
  ],
);
policy(salonHours, { personalData: null });
