import fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoint } from '#core/contract/endpoint.ts';
import { assertContractCoverage } from './serve.ts';

const testEndpoint = (path: string): Endpoint =>
  endpoint({ method: 'GET', path, access: 'anyone', summary: 'An endpoint of a test.', answer: z.unknown() });
const list = testEndpoint('/api/list');

async function starts(mount: (app: ReturnType<typeof fastify>) => void): Promise<string> {
  const app = fastify();
  assertContractCoverage(app, { endpoints: [['things.list', list]], besides: ['/api/openapi.json'] });
  mount(app);
  return app.ready().then(
    () => 'starts',
    (error: Error) => error.message,
  );
}

const served = { config: { endpoint: list } };
const nothing = async () => '';

test('server, all endpoints mounted, starts', async () => {
  expect(
    await starts((app) => {
      app.get('/api/list', served, nothing);
      app.get('/api/openapi.json', nothing);
      app.get('/apiary', nothing);
    }),
  ).toBe('starts');
});

test('server, endpoint without a route, does not start', async () => {
  expect(await starts(() => {})).toContain('Missing: things.list');
});

test('server, API route without an endpoint, does not start', async () => {
  const mounts = (url: string) =>
    starts((app) => {
      app.get('/api/list', served, nothing);
      app.get(url, nothing);
    });
  expect(await mounts('/api/more')).toContain('GET /api/more');
  expect(await mounts('/api')).toContain('GET /api');
});
