/** The OpenAPI 3.1 document, generated from the contract. */
import type { FastifyInstance } from 'fastify';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { BodyKind, Endpoint } from '#core/contract/endpoint.ts';
import { type Limits, limitOf } from '#server/kit/limits/limits.ts';
import { version } from '#server/kit/version.ts';
import { limitsOf } from './rate-limiting.ts';

type NamedRows = readonly (readonly [name: string, endpoint: Endpoint])[];
type Json = Record<string, unknown>;

const REFUSALS: Record<string, string> = {
  400: 'Malformed or wrong input',
  401: 'Nobody is signed in',
  403: 'Not allowed, or asked by a foreign site',
  404: 'Absent, or not yours to see',
  409: 'The present state forbids it',
  413: 'Too large',
  414: 'The address is too long',
  415: 'Not JSON in UTF-8',
  429: 'Too many; Retry-After says how long to wait',
  503: 'Busy; Retry-After says how long to wait',
};

export const OPENAPI = '/api/openapi.json';

interface Options {
  endpoints: NamedRows;
  limits: Limits;
  /** Where the shop is reached. */
  server: string;
  /** Name of the session's cookie. */
  cookie: string;
}

export function openApiRoute(app: FastifyInstance, options: Options): void {
  let text: string | undefined;
  app.get(OPENAPI, (_request, reply) => {
    text ??= JSON.stringify(openApi(options));
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('content-type', 'application/json; charset=utf-8')
      .send(text);
  });
}

export function openApi({ endpoints, limits, server, cookie }: Options): Json {
  const addresses = namedPaths(endpoints.map(([, endpoint]) => endpoint.path));
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpoints) {
    const { path, parameters } = addresses(endpoint.path);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, { parameters, limits }),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Bukuri', version, description: 'The calls of the marketplace. Money is lek as a number.' },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [status, refusal(description)]),
      ),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  };
}

const PROBLEM = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'For people, in their language' },
    code: { type: 'string', description: 'For programs; stable' },
    details: {},
  },
};

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

function operation(
  name: string,
  endpoint: Endpoint,
  { parameters, limits }: { parameters: Map<string, string>; limits: Limits },
): Json {
  const inPath = parametersOf('path', endpoint.params).map((one) => ({ ...one, name: parameters.get(`${one.name}`) }));
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }],
    'x-access': endpoint.access,
    ...(endpoint.limit && { 'x-limit': limitsOf(endpoint).map((limit) => figuresOf(limit, limits)) }),
    parameters: [...inPath, ...parametersOf('query', endpoint.query)],
    ...(endpoint.body && { requestBody: { required: true, content: bodyOf(endpoint, endpoint.body) } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        ...(endpoint.pageSize && { headers: { [NEXT_CURSOR]: NEXT_PAGE } }),
        content: answerOf(endpoint),
      },
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

const NEXT_PAGE = { description: 'Cursor of the next page; absent on the last one', schema: { type: 'string' } };
const BYTES = { type: 'string', format: 'binary' };

function figuresOf(name: string, limits: Limits): Json {
  const { max, seconds, per = 'actor' } = limitOf(limits, name);
  return { name, max, seconds, per };
}

const mediaTypes: Record<BodyKind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  raw: '*/*',
};

function bodyOf({ bodyKind = 'json' }: Endpoint, shape: ZodMiniType): Json {
  return { [mediaTypes[bodyKind]]: { schema: bodyKind === 'raw' ? BYTES : schemaOf(shape, 'input') } };
}

function answerOf({ fileTypes, answer }: Endpoint): Json {
  if (fileTypes) return Object.fromEntries(fileTypes.map((type) => [type, { schema: BYTES }]));
  return { 'application/json': { schema: schemaOf(answer, 'output') } };
}

function refusalsOf(endpoint: Endpoint): string[] {
  const writes = endpoint.method !== 'GET';
  const guarded = endpoint.access !== 'anyone';
  const possible: Record<string, boolean> = {
    401: guarded,
    403: writes || endpoint.access === 'admin',
    404: !!endpoint.params || writes,
    409: writes,
    413: !!endpoint.body,
    415: !!endpoint.body,
  };
  return Object.keys(REFUSALS).filter((status) => possible[status] ?? true);
}

function parametersOf(where: 'path' | 'query', shape: ZodMiniType | undefined): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
}

function schemaOf(shape: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = toJSONSchema(shape, { io });
  return schema;
}

/**
 * Paths in OpenAPI form. OpenAPI paths must not differ by parameter names only: where endpoints use different names at the same
 * place, the document says `id`.
 */

interface NamedPath {
  /** Such as `/api/cart/{id}`. */
  path: string;
  /** From the endpoint's names to the document's. */
  parameters: Map<string, string>;
}

const PARAMETER = /:(\w+)/g;
const namesIn = (path: string) => [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
const placesOf = (path: string) => path.replace(PARAMETER, ':');

/** The OpenAPI form of each path. */
export function namedPaths(all: readonly string[]): (path: string) => NamedPath {
  return (path) => {
    const alike = all.filter((other) => placesOf(other) === placesOf(path)).map(namesIn);
    const own = namesIn(path);
    const names = own.map((name, place) => {
      if (alike.every((others) => others[place] === name)) return name;
      return own.length === 1 ? 'id' : `id${place + 1}`;
    });
    const left = [...names];
    return {
      path: path.replace(PARAMETER, () => `{${left.shift()}}`),
      parameters: new Map(own.map((name, place) => [name, names[place] ?? name])),
    };
  };
}
