import type { Language } from './language.ts';

/** Screen readers skip the dash of a range. */
const TO: Record<Language, string> = { sq: ' deri në ', en: ' to ' };

/** Text for screen readers: numbers without group separators (`2 200 lekë` is read as two numbers) and ranges in words. */
export const toSpoken = (text: string, language: Language): string =>
  text
    .replace(/ALL\u00a0([\d.,–]*\d)/g, (_, amount: string) => `${amount.replaceAll(',', '')} lek`)
    .replace(/(\d)\u00a0(?=\d{3})/g, '$1')
    .replace(/(?<=\d)[.,]00(?=[\u00a0 ]lek)/g, '')
    .replace(/(?<=\d(?: [AP]M)?)(?:–| - )(?=\d)/g, TO[language]);

/** A code letter by letter for screen readers, with a pause at each hyphen. */
export const spelled = (code: string): string =>
  code
    .split('-')
    .map((part) => [...part].join(' '))
    .join(', ');
