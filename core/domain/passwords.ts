/** What makes a password weak, as far as forms can say it while it is typed; the server knows common passwords too. */

/** Code points: ë is one however it is encoded, and so is an emoji or a ligature. */
export const lengthOf = (password: string): number => [...password.normalize('NFC')].length;

/** One or two characters repeated, or a run such as 12345678 or abcdefgh. */
export function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = new Set([...text].slice(1).map((char, i) => char.charCodeAt(0) - text.charCodeAt(i)));
  return steps.size === 1;
}

/** Shorter names occur in too many words. */
const SHORTEST_WORD = 4;
/** More different digits and signs than years, dates and runs have. */
const MANY_SIGNS = 10;

/**
 * Whether all letters belong to these words, without diacritics, and the digits and signs between are too few to be a
 * secret, or a common one.
 */
export function isOfWords(
  password: string,
  words: readonly string[],
  isCommon = (_signs: string): boolean => false,
): boolean {
  const letters = lettersOf(password);
  if (letters === '' || knownLetters(letters, words) < letters.length) return false;
  const signs = password.normalize('NFKD').replaceAll(/[\p{L}\p{M}]/gu, '');
  return new Set(signs).size < MANY_SIGNS || isCommon(signs);
}

/** Number of letters covered by known words. */
function knownLetters(letters: string, words: readonly string[]): number {
  const known = new Set<number>();
  for (const word of words.map(lettersOf).filter(({ length }) => length >= SHORTEST_WORD)) {
    for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + 1)) {
      for (let letter = at; letter < at + word.length; letter++) known.add(letter);
    }
  }
  return known.size;
}

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '');

/** The name in an email address. */
export const nameIn = (email: string): string => email.split('@')[0] ?? '';

/** Contains the address, or consists of the name in it. */
export const isOfEmail = (password: string, email: string): boolean =>
  email.includes('@') && (password.includes(email) || isOfWords(password, [nameIn(email)]));
