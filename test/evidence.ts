/** What documents name as proof: a file, and the words of a test or a promise in it, written `file`: “words”, “other words”. */
import { existsSync } from 'node:fs';
import { textOf } from './sources.ts';

export interface Evidence {
  file: string;
  /** A part of the name of a test, or of the promise of a race or a proof. */
  words: string;
}

const NAMED = /`?([\w@./-]+\.\w+)`?: (“[^”]+”(?:, “[^”]+”)*)/g;

/** A test begins with its name, and then does something; races and parts of `npm run prove` say a promise. */
const TITLE = /(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1,\s*(?:\{[^}]*\},\s*)?(?:async )?\(/g;
const PROMISE = /promise(?: =|:)\s*(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g;

/** All that a text names. */
export function evidenceIn(text: string): Evidence[] {
  return [...text.matchAll(NAMED)].flatMap(([, file = '', said = '']) =>
    [...said.matchAll(/“([^”]+)”/g)].map(([, words = '']) => ({ file, words })),
  );
}

/** Whether the file is there, and a test or promise of those words in it. */
export function isThere({ file, words }: Evidence): boolean {
  if (!existsSync(file)) return false;
  const text = textOf(file);
  return [...text.matchAll(TITLE), ...text.matchAll(PROMISE)].some(([, quote = '', title = '']) =>
    title.replaceAll(`\\${quote}`, quote).includes(words),
  );
}
