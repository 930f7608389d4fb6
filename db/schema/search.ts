/** Words by which deals are found. */
import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { word } from '../columns.ts';

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
