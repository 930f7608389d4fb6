/** The OpenAPI 3.1 document of the call table, made from its rows and nothing else. */
import type { FastifyInstance } from 'fastify';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';

type NamedRows = readonly (readonly [name: string, row: AnyEndpoint])[];
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

/** Serves the document at `/api/openapi.json`. */
export function openApiRoute(
  app: FastifyInstance,
  options: { rows: NamedRows; cookie: string; version: string },
): void {
  const text = JSON.stringify(openApi(options));
  app.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('content-type', 'application/json; charset=utf-8')
      .send(text),
  );
}

export function openApi({ rows, cookie, version }: { rows: NamedRows; cookie: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [name, row] of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Bukuri', version, description: 'The calls of the marketplace. Money is lek as a number.' },
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

function operation(name: string, row: AnyEndpoint): Json {
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: row.summary,
    security: row.access === 'anyone' ? [] : [{ session: [] }],
    'x-access': row.access,
    parameters: [...parameters('path', row.params), ...parameters('query', row.query)],
    ...(row.body ? { requestBody: { required: true, content: content(row.body, 'input') } } : {}),
    responses: {
      200: { description: 'Done', content: content(row.answer, 'output') },
      ...Object.fromEntries(refusalsOf(row).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function refusalsOf(row: AnyEndpoint): string[] {
  const writes = row.method !== 'GET';
  const guarded = row.access !== 'anyone';
  const possible: Record<string, boolean> = {
    401: guarded,
    403: writes || row.access === 'admin',
    404: !!row.params || writes,
    409: writes,
    413: !!row.body,
    415: !!row.body,
  };
  return Object.keys(REFUSALS).filter((status) => possible[status] ?? true);
}

function parameters(where: 'path' | 'query', shape: ZodMiniType | undefined): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
}

const content = (shape: ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(shape, io) },
});

function schemaOf(shape: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = toJSONSchema(shape, { io });
  return schema;
}
