/** Cleaning of text that people type or paste. */
import * as z from 'zod/mini';

/** Soft hyphen, zero-width and bidirectional control characters; a joiner within an emoji stays. */
const INVISIBLE =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** Removes invisible characters, turns no-break spaces and tabs into spaces, and trims; only them is an empty text. */
export const cleanText = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(/[\u00a0\t]/g, ' ')
    .trim();

/** `cleanText` as a check of a schema, in place of `z.trim()`. */
export const cleaned = () => z.overwrite(cleanText);
