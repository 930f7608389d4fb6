/** Message lookup with placeholders; keys and placeholders are checked by the compiler. */
import type { Words } from './areas.ts';
import { formatAmount } from './format.ts';
import type { Language } from './language.ts';

export type Key = keyof Words;
export type Catalogue = Record<Key, string>;

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type Values<K extends Key> = { [Name in Placeholders<Words[K]>]: string | number };
/** A key that comes in `.one` and `.other`. */
export type PluralKey = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;

export interface Translate {
  // For an unknown key the compiler reports the key, not the values.
  <K extends Key>(
    key: [Key] extends [K] ? never : K,
    ...values: [Key] extends [K] ? [values?: never] : Placeholders<Words[K]> extends never ? [] : [Values<K>]
  ): string;
  /** The text for a number: 1 takes `.one`, everything else `.other` (both languages agree on that). */
  count(key: PluralKey, count: number): string;
  readonly language: Language;
}

/** Replaces `{name}` placeholders; a placeholder without a value stays. */
export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A key of an area that the page did not load, or of a newer server: journeys fail on errors in the console. */
function absent(key: string): string {
  // biome-ignore lint/suspicious/noConsole: nobody else would notice
  console.error(`no message ${key}`);
  return '';
}

export function translator(language: Language, catalogue: Catalogue): Translate {
  const t = (key: Key, values?: Record<string, string | number>) => fill(catalogue[key] ?? absent(key), values);
  const count = (key: PluralKey, n: number) =>
    t(`${key}.${n === 1 ? 'one' : 'other'}` as Key, { count: formatAmount(n, language) });
  return Object.assign(t, { count, language }) as Translate;
}
