import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { startShop } from '#test/client.ts';
import { openApi } from './openapi.ts';

const shop = await startShop({ config: { isPublicUrlGiven: true, publicUrl: 'https://bukuri.test' } });
const answer = await shop.guest().send({ url: '/api/openapi.json' });
const served = answer.json();

type Json = ReturnType<typeof JSON.parse>;

const Name = z.object({ name: z.string() });
const testEndpoint = (path: string, more: Omit<Partial<Endpoint>, 'isPublic'>): Endpoint =>
  endpoint({ method: 'POST', path, access: 'anyone', summary: 'An endpoint of a test.', answer: Name, ...more });
const special = openApi({
  endpoints: [
    ['rows.raw', testEndpoint('/api/raw', { bodyKind: 'raw', body: z.instanceof(Uint8Array) })],
    ['rows.form', testEndpoint('/api/form', { bodyKind: 'form', body: Name })],
    [
      'rows.upload',
      testEndpoint('/api/upload', { bodyKind: 'multipart', body: z.object({ picture: z.file() }), status: 201 }),
    ],
    ['rows.file', testEndpoint('/api/file', { method: 'GET', fileTypes: ['image/png'], answer: z.instanceof(Blob) })],
    [
      'rows.list',
      testEndpoint('/api/list', { method: 'GET', query: z.object(PageQuery), pageSize: 3, answer: z.array(Name) }),
    ],
    ['rows.limited', testEndpoint('/api/limited', { access: 'user', limit: ['tries', 'throttleLog'] })],
  ],
  limits: { tries: { max: 10, seconds: 60 }, throttleLog: { max: 1, seconds: 3600, per: 'address' } },
  server: 'https://bukuri.test',
  cookie: 'bukuri',
});

test('OpenAPI document, generated, names every endpoint with input and answer', () => {
  const operations = new Map(
    Object.values<Record<string, Json>>(served.paths).flatMap((methods) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { method, ...operation }]),
    ),
  );
  expect([...operations.keys()].sort()).toEqual(endpoints.map(([name]) => name).sort());
  for (const [name, { method, path, summary, access, fileTypes = ['application/json'], status = 200 }] of endpoints) {
    const operation = operations.get(name);
    expect(operation, name).toMatchObject({ method: method.toLowerCase(), summary, 'x-access': access });
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    expect(inPath, name).toHaveLength(path.split(':').length - 1);
    expect(Object.keys(operation.responses[status].content), name).toEqual(fileTypes);
  }
});

test('path parameters, named differently at one place, are called id', () => {
  expect(Object.keys(served.paths['/api/cart/{id}'])).toEqual(['get', 'patch', 'delete']);
  for (const { parameters } of Object.values<{ parameters: object[] }>(served.paths['/api/cart/{id}'])) {
    expect(parameters).toEqual([expect.objectContaining({ in: 'path', name: 'id', required: true })]);
  }
  expect(served.paths).toHaveProperty('/api/favorites/{dealId}/{sessionId}');
});

test('OpenAPI document, generated, holds limits, paging and body kinds', () => {
  const { paths } = special as { paths: Record<string, Record<string, unknown>> };
  const content = (type: string, schema: object) => ({
    content: { [type]: { schema: expect.objectContaining(schema) } },
  });
  const bytes = { type: 'string', format: 'binary' };
  expect(paths['/api/raw']?.post).toMatchObject({ requestBody: content('*/*', bytes) });
  expect(paths['/api/form']?.post).toMatchObject({ requestBody: content('application/x-www-form-urlencoded', {}) });
  expect(paths['/api/upload']?.post).toMatchObject({
    requestBody: content('multipart/form-data', { properties: { picture: expect.objectContaining(bytes) } }),
    responses: { 201: expect.anything() },
  });
  expect(paths['/api/file']?.get).toMatchObject({ responses: { 200: content('image/png', bytes) } });
  expect(paths['/api/list']?.get).toMatchObject({
    responses: { 200: { headers: { 'x-next-cursor': { schema: { type: 'string' } } } } },
  });
  expect(paths['/api/limited']?.post).toMatchObject({
    'x-limit': [
      { name: 'tries', max: 10, seconds: 60, per: 'actor' },
      { name: 'throttleLog', max: 1, seconds: 3600, per: 'address' },
    ],
  });
  expect(served.paths['/api/cash-payment'].post['x-limit']).toMatchObject([{ name: 'cashOrders', max: 10 }]);
});

test.each([
  ['the document', served],
  ['what no endpoint says yet', special],
])('%s, linted, has no findings', async (_what, document) => {
  // The project has no licence to name.
  // Ids are UUIDs, so no id is mistaken for a word in its place.
  const rules = { 'info-license': 'off', 'no-ambiguous-paths': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

const _COMPILER = {
  ...{ target: 'ES2024', lib: ['ES2024', 'DOM'], types: [], module: 'NodeNext', moduleResolution: 'NodeNext' },
  ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
};

const _CLIENT = `import { createClient, type NormalizeOAS } from 'fets';
import type { document } from './document.ts';

const client = createClient<NormalizeOAS<typeof document>>({ endpoint: 'https://bukuri.test' });

export async function buy(): Promise<number> {
  const listed = await client['/api/deals'].get({ query: { city: 'tirana', limit: '12' } });
  if (!listed.ok) return 0;
  const [deal] = await listed.json();
  if (!deal) return 0;
  // @ts-expect-error a title is no number
  const price: number = deal.title;
  await client['/api/cart'].post({ json: { dealId: deal.id, sessionId: 'session_1' } });
  await client['/api/cart/{id}'].patch({ params: { id: deal.id }, json: { quantity: 2 } });
  // @ts-expect-error a quantity is a number
  await client['/api/cart/{id}'].patch({ params: { id: deal.id }, json: { quantity: 'two' } });
  // @ts-expect-error no such call
  await client['/api/nothing'].get();
  return deal.price + price;
}
`;
