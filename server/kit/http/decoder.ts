/** Strict reading of what comes in: one canonical form of path, query and JSON, everything else is refused. */
import type { FastifyRequest } from 'fastify';
import { AppError, type ProblemCode } from './errors.ts';

/** Longest path with query that is read; a longer one answers 414. */
export const MAX_URL = 8 * 1024;
const MAX_DEPTH = 32;
/** Names that reach prototypes. */
export const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor']);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The query of an address without one: always the same object. */
export const NO_QUERY: Record<string, string> = Object.freeze(Object.create(null));

class RefusedQuery {
  readonly code: ProblemCode;
  constructor(code: ProblemCode) {
    this.code = code;
  }
}
const MALFORMED = new RefusedQuery('input.malformed');
const BAD_TEXT = new RefusedQuery('input.encoding');

/**
 * Reads a query string into plain strings. It runs inside the router, where nothing may throw, so what it
 * refuses is returned as a mark that `checkUrl` turns into an answer.
 */
export function parseQuery(text: string): Record<string, string> {
  if (text === '') return NO_QUERY;
  const query: Record<string, string> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodeText(at === -1 ? pair : pair.slice(0, at));
    const value = at === -1 ? '' : decodeText(pair.slice(at + 1));
    if (name === null || value === null) return MALFORMED as never;
    if (name.includes('\0') || value.includes('\0')) return BAD_TEXT as never;
    if (name in query || FORBIDDEN_NAMES.has(name)) return MALFORMED as never;
    query[name] = value;
  }
  return query;
}

function decodeText(text: string): string | null {
  try {
    const plain = text.includes('+') ? text.replaceAll('+', ' ') : text;
    return plain.includes('%') ? decodeURIComponent(plain) : plain;
  } catch {
    return null;
  }
}

/** Refuses an over-long address, a query that could not be read and a NUL in the path. */
export function checkUrl(request: FastifyRequest): void {
  const url = request.raw.url ?? '';
  if (url.length > MAX_URL) throw new AppError(414, 'input.tooLarge');
  const query = request.query;
  if (query instanceof RefusedQuery) throw new AppError(400, query.code);
  if (url.includes('%00')) throw new AppError(400, 'input.encoding');
}

/** The pairs of a posted form, as strict as a query. */
export function parsePairs(bytes: Uint8Array): Record<string, string> {
  const pairs: unknown = parseQuery(orRefuse('input.encoding', () => utf8.decode(bytes)));
  if (pairs instanceof RefusedQuery) throw new AppError(400, pairs.code);
  return pairs as Record<string, string>;
}

/** Bytes to JSON: fatal UTF-8, no names that reach prototypes, no NUL, no lone surrogate, no absurd depth. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = orRefuse('input.encoding', () => utf8.decode(bytes));
  const value: unknown = orRefuse('input.malformed', () => JSON.parse(text));
  checkValue(value, text.includes('\\u'), 0);
  return value;
}

function orRefuse<T>(code: ProblemCode, read: () => T): T {
  try {
    return read();
  } catch {
    throw new AppError(400, code);
  }
}

function checkValue(value: unknown, hasEscapes: boolean, depth: number): void {
  if (typeof value === 'string') {
    if (hasEscapes) checkText(value);
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_DEPTH) throw new AppError(400, 'input.malformed');
    if (Array.isArray(value)) {
      for (const item of value) checkValue(item, hasEscapes, depth + 1);
      return;
    }
    for (const name of Object.keys(value)) {
      if (FORBIDDEN_NAMES.has(name)) throw new AppError(400, 'input.malformed');
      if (hasEscapes) checkText(name);
      checkValue((value as Record<string, unknown>)[name], hasEscapes, depth + 1);
    }
  }
}

/** Refuses NUL and lone surrogates, which PostgreSQL does not take. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new AppError(400, 'input.encoding');
}
