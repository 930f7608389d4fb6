/** Which passwords are too easy to guess. */
import { readFileSync } from 'node:fs';
import { cities } from '#core/domain/cities.ts';
import { commonPasswords } from './common-passwords.ts';

/** Words of this trade and place, without diacritics: alone, together, or with digits and signs around, they are guessed first. */
const words: readonly string[] = [
  ...cities,
  ...['bukuri', 'bukuria', 'bukurie', 'bukurine', 'sallon', 'salloni', 'salon', 'saloni', 'parukeri', 'parukeria'],
  ...['estetike', 'estetika', 'berber', 'berberi', 'manikyr', 'pedikyr', 'masazh', 'makijazh', 'beauty', 'oferte'],
  ...['oferta', 'ofertat', 'dhurate', 'shqiperi', 'shqiperia', 'albania', 'tirane', 'vlora', 'kruja', 'admin'],
  ...['password', 'fjalekalim', 'fjalekalimi', 'welcome', 'miresevini'],
];

/** A name of fewer letters is in every other word. */
const SHORTEST_WORD = 4;
/** So many different digits and signs have no year, no date and no run of digits but those in the list of the commonest. */
const MANY_SIGNS = 10;

let leaked: ReadonlySet<string> | undefined;

/** The most frequent passwords of known leaks, of eight characters and more; read when somebody first registers. */
function leakedPasswords(): ReadonlySet<string> {
  leaked ??= new Set(readFileSync(new URL('./leaked-passwords.txt', import.meta.url), 'utf8').split('\n'));
  return leaked;
}

/** Whether somebody who knows the commonest passwords, this shop and the e-mail would guess it soon. */
export function isEasilyGuessed(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain) || leakedPasswords().has(plain)) return true;
  return plain === email || isMonotonous(plain) || isOfKnownWords(plain, email);
}

/** One or two characters repeated, or a run such as 12345678 or abcdefgh. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = new Set([...text].slice(1).map((char, i) => char.charCodeAt(0) - text.charCodeAt(i)));
  return steps.size === 1;
}

/**
 * No letter but those of words that everybody here knows, or of the name in the e-mail, and around and between them not
 * enough digits and signs to be a secret of their own.
 */
function isOfKnownWords(password: string, email: string): boolean {
  const letters = lettersOf(password);
  if (letters === '' || knownLetters(letters, email) < letters.length) return false;
  const others = password.normalize('NFKD').replaceAll(/[\p{L}\p{M}]/gu, '');
  return new Set(others).size < MANY_SIGNS || commonPasswords.has(others);
}

/** How many letters stand in a known word, wherever others begin or end. */
function knownLetters(letters: string, email: string): number {
  const [name = ''] = email.split('@');
  const known = new Set<number>();
  for (const word of [lettersOf(name), ...words].filter(({ length }) => length >= SHORTEST_WORD)) {
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
