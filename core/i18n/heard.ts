import type { Language } from './language.ts';

/** Between the ends of a range: a voice passes over the dash, and `2000–5000` becomes "two thousand five thousand". */
const TO: Record<Language, string> = { sq: ' deri në ', en: ' to ' };

/**
 * What a reader of screens is given of a text with grouped numbers. A voice takes the no-break space of `2 200 lekë`
 * for the end of a number ("two, two hundred"), and `ALL 2,200` for "all two thousand": it gets `2200 lekë`, `2200 lek`.
 */
export const heard = (text: string, language: Language): string =>
  text
    .replace(/ALL\u00a0([\d.,–]*\d)/g, (_, amount: string) => `${amount.replaceAll(',', '')} lek`)
    .replace(/(\d)\u00a0(?=\d{3})/g, '$1')
    .replace(/(?<=\d)[.,]00(?=[\u00a0 ]lek)/g, '')
    .replace(/(?<=\d(?: [AP]M)?)(?:–| - )(?=\d)/g, TO[language]);

/** A code letter by letter, with a pause where it has a dash: a voice would make words of it. */
export const spelled = (code: string): string =>
  code
    .split('-')
    .map((part) => [...part].join(' '))
    .join(', ');
