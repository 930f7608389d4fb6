/** Words by which deals are found. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { word } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';

/** Every stem that deals for sale use: a mistyped word is looked up here, never among the deals. */
export const vocabulary = pgTable('vocabulary', { stem: word('stem').primaryKey() }, (t) => [
  index('vocabulary_alike').using('gin', t.stem.op('gin_trgm_ops')),
]);

/** Stems that a deal or a category has given up; whether another still uses them is looked up now and then. */
export const vocabularyDoubts = pgTable('vocabulary_doubts', { stem: word('stem').notNull() });

/** Words that mean the same to somebody who searches: stems of one meaning share a number. */
export const synonyms = pgTable(
  'synonyms',
  { meaning: integer('meaning').notNull(), stem: word('stem').notNull() },
  (t) => [primaryKey({ columns: [t.stem, t.meaning] }), index('synonyms_meaning').on(t.meaning)],
);

/** How many searched for what on a day, and nothing of whom. What found nothing is what is missed. */
export const searchCounts = pgTable(
  'search_counts',
  {
    day: text('day').notNull(),
    /** A city, or `all`. */
    city: text('city').notNull(),
    said: text('said').notNull(),
    /** What its words are compared by, told when it is counted: it costs more than all else of a read. */
    stems: text('stems').array().notNull(),
    people: integer('people').notNull().default(1),
    /** Whether it found deals with words of the catalogue, when it was asked for last. */
    hasFound: boolean('has_found').notNull(),
    /** Whether it found any deal there, also with words that are not of the catalogue. */
    hasResults: boolean('has_results').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.city, t.said] }),
    check('search_counts_said', sql`char_length(${t.said}) between 2 and 60`),
    check('search_counts_people', sql`${t.people} > 0`),
  ],
);
policy(searchCounts, { retention: { since: 'day', keep: '90 days' } });
