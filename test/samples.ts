/** Values that a shape of the contract lets in, made from the shape itself: a new call is tried out without being described. */
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { type core, toJSONSchema, type ZodMiniType } from 'zod/mini';
import { payloadOf, urlOf } from '#core/contract/call.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';

import type { Client } from './client.ts';

type JsonSchema = core.JSONSchema._JSONSchema;
type ObjectSchema = core.JSONSchema.BaseSchema;
type Fields = Record<string, unknown>;

/** What a request carries; a part is absent where its endpoint has none. */
export interface Sample {
  params?: Fields;
  query?: Fields;
  /** Or bytes, where an endpoint reads those. */
  body?: Fields;
  /** Beside a body of bytes, such as what it was signed with. */
  headers?: Record<string, string>;
}

const PARTS = ['params', 'query', 'body'] as const;

/**
 * Any request that passes the validation of an endpoint. A field whose name is in `known` mostly has that value, or one of
 * that arbitrary, so that it names something that is there.
 */
export function anySample(endpoint: Endpoint, known: Fields = {}): fc.Arbitrary<Sample> {
  if (endpoint.bodyKind === 'raw') return anyBytes(known);
  const parts = PARTS.flatMap((part) => (endpoint[part] ? [[part, anyOf(endpoint[part], known)]] : []));
  return fc.record(Object.fromEntries(parts));
}

/** Made once for each endpoint: a file asks for the same ones a thousand times. */
const plainest = new WeakMap<Endpoint, Sample>();

/** The plainest request that passes: the fields that have to be there and those that are known; each time the same. */
export function plainSample(endpoint: Endpoint, known: Fields = {}): Sample {
  if (endpoint.bodyKind === 'raw') return bytesOf(known);
  const sample = plainest.get(endpoint) ?? fc.sample(anySample(endpoint), { numRuns: 1, seed: 1 })[0] ?? {};
  plainest.set(endpoint, sample);
  const plain = (part: (typeof PARTS)[number]) => {
    const { properties = {}, required = [] } = schemaOf(endpoint[part]);
    const picked = (isKept: (name: string) => boolean) => {
      const names = Object.keys(properties).filter((name) => name in known || isKept(name));
      return Object.fromEntries(names.map((name) => [name, name in known ? known[name] : sample[part]?.[name]]));
    };
    const fewest = picked((name) => required.includes(name));
    // Of some optional fields one has to be there.
    return endpoint[part]?.safeParse(fewest).success ? fewest : picked((name) => name in (sample[part] ?? {}));
  };
  return Object.fromEntries(PARTS.flatMap((part) => (endpoint[part] ? [[part, plain(part)]] : [])));
}

/** The bytes that are known under this name, with their headers. */
const bytesOf = ({ bytes = new Uint8Array(), headers = {} }: Fields): Sample => ({
  body: bytes as Fields,
  headers: headers as Record<string, string>,
});

const anyBytes = (known: Fields) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(bytesOf(known)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => bytesOf({ bytes })) },
  );

/** Sends what `plainSample` makes. */
export function send(client: Client, endpoint: Endpoint, known: Fields = {}): Promise<LightMyRequestResponse> {
  return client.send(requestOf(endpoint, plainSample(endpoint, known)));
}

/** A sample as a request. */
export function requestOf(endpoint: Endpoint, { params, query, body, headers }: Sample) {
  const url = urlOf(endpoint, { params, query } as never);
  if (body instanceof Uint8Array)
    return { method: endpoint.method, url, headers: { ...headers }, payload: Buffer.from(body) };
  if (endpoint.bodyKind === 'form' && body) {
    const { body: form } = payloadOf(endpoint, asText(body));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: endpoint.method, url, headers, payload: String(form) };
  }
  if (endpoint.bodyKind === 'multipart' && body) return { method: endpoint.method, url, ...multipartOf(body) };
  const json = body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  return { method: endpoint.method, url, ...json };
}

/** The bytes of a file are read asynchronously, so each is one letter here. */
function multipartOf(fields: Fields): { headers: Record<string, string>; payload: string } {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = value instanceof File ? '; filename="x"' : '';
    return `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${file ? 'x' : value}\r\n`;
  });
  return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: `${parts.join('')}--x--\r\n` };
}

/** A form carries text alone, and not everything that is sent says how it reads as one: `{ toString: null }`. */
function asText(fields: object): Record<string, string> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    sent.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** The names of the fields of a shape. */
export function namesOf(shape: ZodMiniType | undefined): string[] {
  return Object.keys(schemaOf(shape).properties ?? {});
}

/** Those of its parts too. */
export const allNamesOf = (shape: ZodMiniType | undefined): string[] => namesWithin(schemaOf(shape));

function namesWithin(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) =>
    key === 'properties' ? [...Object.keys(part), ...Object.values(part).flatMap(namesWithin)] : namesWithin(part),
  );
}

const schemas = new WeakMap<ZodMiniType, ObjectSchema>();

function schemaOf(shape: ZodMiniType | undefined): ObjectSchema {
  if (!shape) return {};
  const schema = schemas.get(shape) ?? toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  schemas.set(shape, schema);
  return schema;
}

function anyOf(shape: ZodMiniType, known: Fields): fc.Arbitrary<unknown> {
  return arbitrary(schemaOf(shape), known).filter((value) => shape.safeParse(value).success);
}

function arbitrary(schema: JsonSchema, known: Fields): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitrary(choice, known)));
  switch (schema.type) {
    case 'object':
      return object(schema, known);
    case 'array':
      return array(schema, known);
    case 'string':
      return schema.format === 'binary' ? fc.constant(new File(['x'], 'x')) : text(schema);
    case 'integer':
      return fc.integer(bounds(schema, Number.MAX_SAFE_INTEGER));
    case 'number':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function object({ properties = {}, required = [] }: ObjectSchema, known: Fields) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const any = arbitrary(schema, known);
    if (!(name in known)) return [name, any];
    const value = known[name];
    const weighted = { weight: 4, arbitrary: value instanceof fc.Arbitrary ? value : fc.constant(value) };
    return [name, fc.oneof(weighted, { weight: 1, arbitrary: any })];
  });
  return fc.record<Fields>(Object.fromEntries(fields), { requiredKeys: required });
}

function array({ items, minItems = 0, maxItems = 5 }: ObjectSchema, known: Fields) {
  const one = Array.isArray(items) || items === undefined ? fc.jsonValue() : arbitrary(items as JsonSchema, known);
  return fc.array(one, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) });
}

function text({ format, pattern, minLength = 0, maxLength = 200 }: ObjectSchema) {
  if (format === 'uuid') return fc.uuid({ version: [4, 7] });
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

function number(schema: ObjectSchema) {
  const { min, max } = bounds(schema, 1e9);
  if (schema.multipleOf === undefined) return fc.double({ min, max, noNaN: true });
  const parts = Math.round(1 / schema.multipleOf);
  return fc.integer({ min: Math.ceil(min * parts), max: Math.floor(max * parts) }).map((part) => part / parts);
}

function bounds({ minimum, maximum, exclusiveMinimum }: ObjectSchema, most: number) {
  return { min: minimum ?? Number(exclusiveMinimum ?? -most), max: maximum ?? most };
}
