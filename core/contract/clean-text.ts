/** Cleaning of text that people type or paste. */
import * as z from 'zod/mini';

/** Soft hyphen, zero-width and bidirectional control characters; a joiner within an emoji stays, also after a skin tone. */
const INVISIBLE =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** Nothing to see: spaces, control characters, and letters without a shape, such as the empty Braille pattern. */
const BLANK = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Removes invisible characters, turns no-break spaces and tabs into spaces, and trims; without a visible one it is empty. */
export function cleanText(text: string): string {
  if (BLANK.test(text)) return '';
  return text
    .replace(INVISIBLE, '')
    .replace(/[\u00a0\t]/g, ' ')
    .trim();
}

/** `cleanText` as a check of a schema, in place of `z.trim()`. */
export const cleaned = () => z.overwrite(cleanText);
