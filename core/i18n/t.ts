/** Looks texts up and fills their placeholders; keys and placeholders are checked by the compiler. */

import { formatAmount } from './amount.ts';
import type { Words } from './areas.ts';
import type { Language } from './language.ts';

export type Key = keyof Words;
export type Catalogue = Record<Key, string>;

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type Values<K extends Key> = { [Name in Placeholders<Words[K]>]: string | number };
/** A key that comes in `.one` and `.other`. */
export type PluralKey = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;

export interface Translate {
  // A key that nobody knows passes for all of them at once; it is what the compiler is to complain about, and not its values.
  <K extends Key>(
    key: [Key] extends [K] ? never : K,
    ...values: [Key] extends [K] ? [values?: never] : Placeholders<Words[K]> extends never ? [] : [Values<K>]
  ): string;
  /** The text for a number: 1 takes `.one`, everything else `.other` (both languages agree on that). */
  count(key: PluralKey, count: number): string;
  readonly language: Language;
}

/** Puts values into the `{name}` places of a text; a name without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

export function translator(language: Language, catalogue: Catalogue): Translate {
  const t = (key: Key, values?: Record<string, string | number>) =>
    values ? fill(catalogue[key], values) : catalogue[key];
  const count = (key: PluralKey, n: number) =>
    fill(catalogue[`${key}.${n === 1 ? 'one' : 'other'}` as Key], { count: formatAmount(n, language) });
  return Object.assign(t, { count, language }) as Translate;
}
