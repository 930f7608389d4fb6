import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { rows } from '#core/contract/index.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { seedDemo } from '#db/seed.ts';
import { ana, arta } from '#db/world.ts';
import { type Client, newSessionId, startShop } from './client.ts';

const shop = await startShop({ config: { rateLimitScale: 100_000 } });
await seedDemo(shop.db);
const known = { dealId: demoDeals(new Date())[0]?.id ?? '', sessionId: newSessionId(), itemId: ana.id };
const pathOf = (row: AnyEndpoint, values: Record<string, string>) =>
  row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? known.dealId));

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '%',
    '_',
    '\\',
    '%_\\',
    "' or 1=1 --",
    '\u0000',
    '\ud800',
    '__proto__',
    'ë'.repeat(500),
    '../../etc',
    '‮zalgo͎',
  ),
  fc.constantFrom('tirana', 'all', 'hair', known.dealId, known.sessionId),
);
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(-1, 0, 1, 99, 100, 1e21, 2 ** 53),
  fc.jsonValue({ maxDepth: 3 }),
);

test.each(rows)(
  '%s never fails, whatever is sent',
  async (_name, row) => {
    const people: Record<string, Client> = {
      anyone: shop.guest(),
      user: await shop.as(ana),
      admin: await shop.as(arta),
    };
    const names = [...Object.keys(shapeOf(row.body)), 'role', 'userId', 'price'];
    const inputs = fc.record({
      who: fc.constantFrom('anyone', 'user', 'admin'),
      path: fc.dictionary(
        fc.constantFrom('sessionId', 'itemId', 'dealId', 'id'),
        text.filter((part) => part.isWellFormed()),
      ),
      query: fc.dictionary(fc.constantFrom(...Object.keys(shapeOf(row.query)), 'x'), text),
      body: fc.oneof(
        { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...names), value) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      isSensible: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ who, path, query, body, isSensible }) => {
        const search = Object.entries(query)
          .map(([name, part]) => `${name}=${escaped(part)}`)
          .join('&');
        const url = `${pathOf(row, isSensible ? known : { ...known, ...path })}?${search}`;
        const answer = await people[who]?.send({ method: row.method, url, ...bodyFor(row, body) });
        expect(answer?.statusCode, `${answer?.body}`).toBeLessThan(500);
        if (answer && answer.statusCode >= 400) expect(answer.json().message).toBeTypeOf('string');
      }),
      { numRuns: 300 },
    );
  },
  60_000,
);

test('nothing that was sent made the shop fail', () => {
  expect(shop.log.lines.filter((line) => line.level === 'error')).toEqual([]);
});

// A sensible value for what is promised to exist, random ones over it.
function bodyFor(row: AnyEndpoint, body: unknown) {
  if (!row.body) return {};
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const payload = JSON.stringify(isObject ? { ...known, quantity: 1, ...body } : body) ?? '';
  return { headers: { 'content-type': 'application/json' }, payload };
}

function escaped(part: string): string {
  return part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80';
}

function shapeOf(schema: unknown): Record<string, unknown> {
  return (schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
}
