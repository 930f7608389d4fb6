/** All areas in both languages, for the server and tests; browsers load the areas of a page. */
import { filesOf, type Refusals, type Words } from './areas.ts';
import type { Language } from './language.ts';

async function joined(language: Language) {
  const files = await Promise.all(Object.values(filesOf).map((files) => files[language]()));
  return {
    words: Object.assign({}, ...files.map(({ words }) => words)) as Record<keyof Words, string>,
    refusals: Object.assign({}, ...files.map((file) => file.refusals ?? {})) as Record<keyof Refusals, string>,
  };
}

export const allWords = { sq: await joined('sq'), en: await joined('en') } satisfies Record<Language, unknown>;
