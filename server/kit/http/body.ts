/** Bodies, each kind read strictly and by its endpoint alone: what an endpoint did not ask for never becomes a body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyKind } from '#core/contract/endpoint.ts';
import { checkText, FORBIDDEN_NAMES, parseJson, parsePairs } from './decoder.ts';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the body of a route without an endpoint travels; as JSON unless said. */
    bodyKind?: BodyKind;
  }
}

/** Parts of a form with files: nobody fills in so many. */
const MAX_PARTS = 100;
const REPLACEMENT = '\uFFFD';

const utf8 = /^\s*(;\s*charset\s*=\s*("?)utf-?8\2\s*)?$/i;

/** As browsers and programs write it, so that we count the parts that are parsed afterwards. */
const boundary = /^\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i;

interface Kind {
  type: string | null;
  /** What may follow the type. */
  parameters: RegExp;
  read: (bytes: Buffer, type: string) => unknown;
}

const kinds: Record<BodyKind, Kind> = {
  json: { type: 'application/json', parameters: utf8, read: parseJson },
  form: {
    type: 'application/x-www-form-urlencoded',
    parameters: utf8,
    read: parsePairs,
  },
  multipart: { type: 'multipart/form-data', parameters: boundary, read: readMultipart },
  raw: { type: null, parameters: /^/, read: (bytes) => bytes },
};

/** One parser for all types, so that the endpoint decides what its body is. */
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
  return read(bytes, said);
}

/** Fields as texts and files as `File`s, each name once. */
async function readMultipart(bytes: Buffer, type: string): Promise<Record<string, string | File>> {
  checkParts(bytes, type);
  const form = await new Response(bytes as BodyInit, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new AppError(400, 'input.malformed');
  });
  const fields: Record<string, string | File> = Object.create(null);
  for (const [name, value] of form) {
    if (name in fields || FORBIDDEN_NAMES.has(name)) throw new AppError(400, 'input.malformed');
    for (const text of [name, typeof value === 'string' ? value : value.name]) {
      checkText(text);
      if (text.includes(REPLACEMENT)) throw new AppError(400, 'input.encoding');
    }
    fields[name] = value;
  }
  return fields;
}

/** Before anything is made of them: a few megabytes hold a hundred thousand parts. */
function checkParts(bytes: Buffer, type: string): void {
  const [, , name] = boundary.exec(type.slice(type.indexOf(';'))) ?? [];
  const line = `--${name}`;
  let parts = 0;
  for (let at = bytes.indexOf(line); at !== -1; at = bytes.indexOf(line, at + line.length)) {
    // The last one ends the form.
    if (++parts > MAX_PARTS + 1) throw new AppError(400, 'input.malformed');
  }
}
