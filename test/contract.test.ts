import { expect, test } from 'vitest';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { rows } from '#core/contract/index.ts';
import { problems as en } from '#core/i18n/en/problems.ts';
import { problems as sq } from '#core/i18n/sq/problems.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { seedDemo } from '#db/seed.ts';
import { ana, arta, besa } from '#db/world.ts';
import { newSessionId, startShop } from './client.ts';

const shop = await startShop({ config: { rateLimitScale: 100_000 } });
const known: Record<string, string> = { sessionId: newSessionId(), itemId: ana.id };
const dealId = demoDeals(new Date())[0]?.id ?? '';
await seedDemo(shop.db);

const ranks = ['anyone', 'user', 'dealer', 'admin'] as const;
const clientOf = {
  anyone: async () => shop.guest(),
  user: () => shop.as(ana),
  dealer: () => shop.as(besa),
  admin: () => shop.as(arta),
};
const pathOf = (row: AnyEndpoint) => row.path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? dealId);
const bodyOf = (row: AnyEndpoint) => (row.body ? { payload: { ...known, dealId, quantity: 1 } } : {});

test('every row of the contract is served, and nothing else under /api', () => {
  const promised = new Set(rows.map(([, row]) => `${row.method} ${row.path}`));
  const served = [...shop.app.mounted].filter((route) => / \/api(\/|$)/.test(route) && !route.startsWith('HEAD '));
  expect(new Set(served)).toEqual(promised.add('GET /api/openapi.json'));
  expect(shop.app.served).toEqual(new Set(rows.map(([, row]) => row)));
});

test.each(rows)('%s refuses everybody below its access and lets in the others', async (_name, row) => {
  for (const rank of ranks) {
    const client = await clientOf[rank]();
    const answer = await client.send({ method: row.method, url: pathOf(row), ...bodyOf(row) });
    const isBelow = ranks.indexOf(rank) < ranks.indexOf(row.access);
    const refusal = rank === 'anyone' ? 'access.notAuthenticated' : 'access.forbidden';
    const code = answer.statusCode >= 400 ? answer.json().code : null;
    if (isBelow) expect(code, rank).toBe(refusal);
    else expect(['access.notAuthenticated', 'access.forbidden'], rank).not.toContain(code);
  }
});

test.each(rows.filter(([, row]) => row.access !== 'anyone'))(
  '%s knows nobody by a made-up cookie',
  async (_name, row) => {
    for (const cookie of [
      'bukuri=',
      'bukuri=x',
      `bukuri=${'A'.repeat(43)}`,
      `bukuri=${'A'.repeat(5000)}`,
      'bukuri=%00',
    ]) {
      const answer = await shop.app.inject({ method: row.method, url: pathOf(row), headers: { cookie } });
      expect(answer.statusCode, cookie.slice(0, 20)).toBe(401);
    }
  },
);

test('every code of a refusal has words in both languages', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(sq).sort());
  for (const words of [...Object.values(en), ...Object.values(sq)]) expect(words.length).toBeGreaterThan(5);
});

test('the OpenAPI document names every row with its inputs', async () => {
  const document = (await shop.guest().send({ url: '/api/openapi.json' })).json();
  for (const [name, row] of rows) {
    const operation = document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()];
    expect(operation, name).toMatchObject({ operationId: name, summary: row.summary, 'x-access': row.access });
    const named = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path').length;
    expect(named, name).toBe(row.path.split(':').length - 1);
    expect(operation.responses[200].content['application/json'].schema, name).toBeTypeOf('object');
  }
});
