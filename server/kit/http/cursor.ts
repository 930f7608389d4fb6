/** Where a page of a list ended, as text that only the list that wrote it reads back. */
import type { ZodMiniType } from 'zod/mini';
import { invalidInput } from './errors.ts';

/** `keys` is JSON, such as the database made it of the last row's sort keys. */
export function writeCursor(keys: string): string {
  return Buffer.from(keys).toString('base64url');
}

/** Refuses what does not have the shape the list gives its keys. */
export function readCursor<T>(text: string, shape: ZodMiniType<T>): T {
  const result = shape.safeParse(parse(text));
  if (!result.success) throw invalidInput({ cursor: 'invalid' });
  return result.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
