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
].toSorted((one, other) => other.length - one.length);

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

/** Nothing but words that everybody here knows, or the name in the e-mail, whatever stands between and around them. */
function isOfKnownWords(password: string, email: string): boolean {
  const [name = ''] = email.split('@');
  const letters = lettersOf(password);
  if (letters === '') return false;
  const rest = [lettersOf(name), ...words].reduce((left, word) => (word ? left.replaceAll(word, '') : left), letters);
  return rest === '';
}

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '');
