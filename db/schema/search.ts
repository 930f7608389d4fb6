/** Vocabulary, synonyms and counters of the search. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { word } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';

/** Stems of deals for sale, for prefix expansion and spelling correction. */
export const vocabulary = pgTable('vocabulary', { stem: word('stem').primaryKey() }, (t) => [
  index('vocabulary_alike').using('gin', t.stem.op('gin_trgm_ops')),
]);

/** Stems removed from a deal or category; a job deletes the unused ones from the vocabulary. */
export const vocabularyDoubts = pgTable('vocabulary_doubts', { stem: word('stem').notNull() });

/** Lexemes of `deals.search` that many live deals have, and how many about; a job copies them from the planner's statistics. */
export const searchFrequencies = pgTable('search_frequencies', {
  lexeme: word('lexeme').primaryKey(),
  deals: integer('deals').notNull(),
});

/** Stems with the same `meaning` are synonyms. */
export const synonyms = pgTable(
  'synonyms',
  {
    meaning: integer('meaning').notNull(),
    stem: word('stem').notNull(),
    /** False for a word that finds the others but is not found by them: `barber` finds haircuts. */
    isFound: boolean('is_found').notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.stem, t.meaning] }), index('synonyms_meaning').on(t.meaning)],
);

/** Anonymous counts of searches per day; those without results show missing offers. */
export const searchCounts = pgTable(
  'search_counts',
  {
    day: text('day').notNull(),
    /** City or `all`. */
    city: text('city').notNull(),
    said: text('said').notNull(),
    /** Stems of the search, stored because stemming dominates the cost of reads. */
    stems: text('stems').array().notNull(),
    people: integer('people').notNull().default(1),
    /** Whether the latest search found deals by words of the catalogue. */
    hasFound: boolean('has_found').notNull(),
    /** Whether the latest search found any deal. */
    hasResults: boolean('has_results').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.city, t.said] }),
    check('search_counts_said', sql`char_length(${t.said}) between 2 and 60`),
    check('search_counts_people', sql`${t.people} > 0`),
  ],
);
policy(searchCounts, { retention: { since: 'day', keep: '90 days' } });
