/** Strict parsing of bodies, query strings and URLs; each endpoint accepts one kind of body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyKind } from '#core/contract/endpoint.ts';
import { AppError, type ProblemCode } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the body of a route without an endpoint travels; as JSON unless said. */
    bodyKind?: BodyKind;
  }
}

const utf8 = /^\s*(;\s*charset\s*=\s*("?)utf-?8\2\s*)?$/i;

interface Kind {
  type: string | null;
  /** What may follow the type. */
  parameters: RegExp;
  read: (bytes: Buffer) => unknown;
}

const kinds: Record<BodyKind, Kind> = {
  json: { type: 'application/json', parameters: utf8, read: parseJson },
  form: {
    type: 'application/x-www-form-urlencoded',
    parameters: utf8,
    read: parsePairs,
  },
  // Streamed to disk by `uploads.ts`; what arrives here is something else.
  multipart: { type: 'multipart/form-data', parameters: /(?!)/, read: (bytes) => bytes },
  raw: { type: null, parameters: /^/, read: (bytes) => bytes },
};

/** One parser for all content types: the endpoint decides which one it accepts. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
    readBody(request, bytes),
  );
}

async function readBody(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const { endpoint, bodyKind } = request.routeOptions.config;
  const { type, parameters, read } = kinds[endpoint?.bodyKind ?? bodyKind ?? 'json'];
  const said = request.headers['content-type']?.trim() ?? '';
  if (type !== null) {
    const isIt = said.slice(0, type.length).toLowerCase() === type && parameters.test(said.slice(type.length));
    if (!isIt) throw new AppError(415, 'input.type');
    if (bytes.length === 0) return undefined;
  }
  return read(bytes);
}

/** Maximum length of a URL; longer ones answer 414. */
export const MAX_URL = 8 * 1024;
const MAX_DEPTH = 32;
/** Names that could cause prototype pollution. */
export const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor']);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The parsed empty query string: always the same object. */
export const NO_QUERY: Record<string, string> = Object.freeze(Object.create(null));

class RawQuery {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** For the router, which must not throw, and for requests whose query nobody reads: `checkUrl` parses it. */
export const keepQuery = (text: string): Record<string, string> =>
  text === '' ? NO_QUERY : (new RawQuery(text) as never);

/** Parses a query string into strings; refuses what cannot be decoded and duplicates. */
function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodeText(at === -1 ? pair : pair.slice(0, at));
    const value = at === -1 ? '' : decodeText(pair.slice(at + 1));
    if (name.includes('\0') || value.includes('\0')) throw new AppError(400, 'input.encoding');
    if (name in query || FORBIDDEN_NAMES.has(name)) throw new AppError(400, 'input.malformed');
    query[name] = value;
  }
  return query;
}

function decodeText(text: string): string {
  const plain = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return plain.includes('%') ? orRefuse('input.malformed', () => decodeURIComponent(plain)) : plain;
}

/** Parses the query. Throws for a URL that is too long, a NUL in the path and, in the API, a malformed query; pages take what is readable. */
export function checkUrl(request: FastifyRequest, { isApi }: { isApi: boolean }): void {
  const url = request.raw.url ?? '';
  if (url.length > MAX_URL) throw new AppError(414, 'input.tooLarge');
  const query = request.query;
  if (query instanceof RawQuery) request.query = isApi ? parseQuery(query.text) : readableQuery(query.text);
  if ((isApi ? url : (url.split('?', 1)[0] ?? '')).includes('%00')) throw new AppError(400, 'input.encoding');
}

/** Of a link that others added parameters to: the first value of each name, with U+FFFD for what cannot be decoded. */
function readableQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (!(name in query) && !FORBIDDEN_NAMES.has(name)) query[name] = value.replaceAll('\0', '\uFFFD');
  }
  return query;
}

/** The fields of a urlencoded form, as strict as a query string. */
export function parsePairs(bytes: Uint8Array): Record<string, string> {
  return parseQuery(orRefuse('input.encoding', () => decoder.decode(bytes)));
}

/** Parses JSON; throws 400 for invalid UTF-8, prototype names, NUL, lone surrogates and deep nesting. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = orRefuse('input.encoding', () => decoder.decode(bytes));
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

/** Throws 400 for NUL and lone surrogates, which PostgreSQL does not accept. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new AppError(400, 'input.encoding');
}
