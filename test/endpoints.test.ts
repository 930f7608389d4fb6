/** Rules of every endpoint, generated from the contract: a new endpoint needs no line here. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { endpoints } from '#server/features.ts';
import { inputOf } from '#server/kit/http/input.ts';
import { takingCards } from './card-buyers.ts';
import { type Client, newSessionId, startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { fakeIdentities } from './paper-identities.ts';
import { makeRestrictedApp, restricted } from './restricted-endpoints.ts';
import { namesOf, plainSample, requestOf, type Sample } from './samples.ts';
import { newDeal } from './shoppers.ts';
import { tableNames } from './tables.ts';

const { config, parts } = takingCards(fakePaymentProvider());
const shop = await startShop({
  config: { ...config, rateLimitScale: 100_000 },
  parts: { ...parts, identities: fakeIdentities() },
  makeApp: makeRestrictedApp,
});
const dealId = await newDeal(shop.db);
const all: (readonly [string, Endpoint])[] = [...endpoints, ...Object.entries(restricted)];

const rights = {
  user: { role: 'user', canPostDeals: false },
  dealer: { role: 'user', canPostDeals: true },
  admin: { role: 'admin', canPostDeals: false },
} as const;
/** A new account each time: some endpoints change or close it. */
const newClient = (role: keyof typeof rights) => shop.as({ email: `${newSessionId()}@example.al`, ...rights[role] });
const clients = { user: await newClient('user'), dealer: await newClient('dealer'), admin: await newClient('admin') };
const closed = await shop.as({ email: 'closed@example.al' });
await shop.pool.query("update users set is_active = false where email = 'closed@example.al'");

const sampleOf = (endpoint: Endpoint) => plainSample(endpoint, { id: dealId, dealId, sessionId: 'session_1_a' });
const ask = (client: Client, endpoint: Endpoint, sample: Sample = sampleOf(endpoint), headers = {}) => {
  const request = requestOf(endpoint, sample);
  return client.send({ ...request, headers: { ...request.headers, ...headers } });
};
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode < 400 ? `${statusCode}` : `${statusCode} ${JSON.parse(body).code}`;

/** A checksum of every table but the rate limit counters. */
async function checksums(): Promise<unknown> {
  const parts = tableNames
    .filter((name) => name !== 'rate_limits')
    .map((name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`);
  return (await shop.pool.query(parts.join(' union all '))).rows;
}

describe('access', () => {
  const unauthenticated = '401 access.notAuthenticated';

  test('refused requests, all endpoints, answer 401 or 403 and change no table', async () => {
    const before = await checksums();
    for (const [name, endpoint] of all) {
      if (endpoint.access === 'anyone') continue;
      expect(codeOf(await ask(shop.guest(), endpoint)), `${name} guest`).toBe(unauthenticated);
      expect(codeOf(await ask(closed, endpoint)), `${name} closed account`).toBe(unauthenticated);
      for (const token of ['', 'x', 'A'.repeat(43), 'A'.repeat(5000), '%00']) {
        const answer = await ask(shop.guest(), endpoint, undefined, { cookie: `bukuri=${token}` });
        expect(codeOf(answer), `${name} made-up session cookie`).toBe(unauthenticated);
      }
      for (const [role, user] of Object.entries(rights)) {
        if (isAllowed(user, endpoint.access)) continue;
        const client = clients[role as keyof typeof rights];
        expect(codeOf(await ask(client, endpoint)), `${name} ${role}`).toBe('403 access.forbidden');
      }
    }
    expect(await checksums()).toEqual(before);
  });

  const allowed = (Object.keys(rights) as (keyof typeof rights)[]).flatMap((role) =>
    all.flatMap(([name, endpoint]) =>
      isAllowed(rights[role], endpoint.access) ? [[name, role, endpoint] as const] : [],
    ),
  );
  test.each(allowed)('%s, requested as %s, is not refused by access', async (_name, role, endpoint) => {
    expect(codeOf(await ask(await newClient(role), endpoint))).not.toMatch(/ access\./);
  });

  test.each(all.filter(([, { access }]) => access === 'anyone'))(
    '%s, requested as guest, is allowed',
    async (_, endpoint) => {
      expect(codeOf(await ask(shop.guest(), endpoint))).not.toMatch(/ access\./);
    },
  );
});

describe('origin', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://bukuri.test' },
    { origin: 'https://evil.example' },
    { origin: 'http://bukuri.test.evil.example' },
    { origin: 'null' },
  ];
  const writes = all.filter(([, { method }]) => method !== 'GET');

  test.each(writes)(
    '%s, foreign origin, is refused unless the endpoint accepts other sites',
    async (_name, endpoint) => {
      const client = await newClient('admin');
      for (const headers of foreign) {
        const code = codeOf(await ask(client, endpoint, undefined, { host: 'bukuri.test', ...headers }));
        if (endpoint.skipOriginCheck) expect(code).not.toBe('403 origin.foreign');
        else expect(code, JSON.stringify(headers)).toBe('403 origin.foreign');
      }
      const own = { host: 'bukuri.test', origin: 'http://bukuri.test' };
      expect(codeOf(await ask(client, endpoint, undefined, own))).not.toBe('403 origin.foreign');
    },
  );

  test('endpoints that accept other sites, all, are the signed webhook and the signed link of emails', () => {
    expect(writes.filter(([, endpoint]) => endpoint.skipOriginCheck).map(([name]) => name)).toEqual([
      'payments.webhook',
      'notifications.unsubscribe',
    ]);
  });
});

describe('input', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('%', '_', "' or 1=1 --", '\u0000', '\ud800', '__proto__', '../../etc', '‮zalgo͎', 'ë'.repeat(500)),
  );
  const value = fc.oneof(text, fc.constantFrom(-1, 0, 1e21, 2 ** 53, true, null), fc.jsonValue({ maxDepth: 3 }));
  const overrides = (names: string[], of: fc.Arbitrary<unknown>) =>
    fc.dictionary(fc.constantFrom('x', 'role', ...names), of, { minKeys: 1, maxKeys: 3 });

  const malformed = (endpoint: Endpoint) =>
    fc.record<Sample>({
      params: text
        .filter((each) => each.isWellFormed())
        .map((each) => Object.fromEntries(namesOf(endpoint.params).map((name) => [name, each]))),
      query: overrides(namesOf(endpoint.query), text),
      ...(endpoint.body && {
        body: fc.oneof(
          overrides(namesOf(endpoint.body), value).map((fields) => ({ ...sampleOf(endpoint).body, ...fields })),
          fc.jsonValue().map((body) => body as never),
        ),
      }),
    });

  test.each(all)('%s, malformed input, answers with a message and never with 5xx', async (_name, endpoint) => {
    const client = await newClient('admin');
    for (const sample of fc.sample(malformed(endpoint), { numRuns: 3, seed: 7 })) {
      for (const part of ['params', 'query', 'body'] as const) {
        if (!(part in sample)) continue;
        const answer = await ask(client, endpoint, { ...sampleOf(endpoint), [part]: sample[part] });
        expect(answer.statusCode, JSON.stringify(sample)).toBeLessThan(500);
        if (answer.statusCode >= 400) expect(answer.json().message).toBeTypeOf('string');
      }
    }
  });

  const id = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const keys = [9007199254740992, -1, null, [], '', 'NaN', '\u0000', id];
  test.each(all.filter(([, { pageSize }]) => pageSize !== undefined))(
    '%s, tampered cursor, answers 200 or 400',
    async (_name, endpoint) => {
      for (const key of keys) {
        for (const parts of [[key], [key, id], [1, 1, key]]) {
          const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
          const sample = sampleOf(endpoint);
          const { statusCode } = await ask(clients.admin, endpoint, { ...sample, query: { ...sample.query, cursor } });
          expect([200, 400], JSON.stringify(parts)).toContain(statusCode);
        }
      }
    },
  );

  const privileged = {
    role: 'admin',
    canPostDeals: true,
    userId: id,
    isActive: false,
    price: 1,
    totalAmount: 1,
    status: 'completed',
  };
  test.each(all.filter(([, { body, bodyKind }]) => body && bodyKind !== 'raw'))(
    '%s, undeclared fields in the body, drops them',
    (_name, endpoint) => {
      const sample = sampleOf(endpoint);
      const request = { params: sample.params, query: sample.query ?? {}, body: { ...privileged, ...sample.body } };
      const { body } = inputOf(endpoint)(request as never);
      expect(Object.keys(body as object).filter((name) => !namesOf(endpoint.body).includes(name))).toEqual([]);
    },
  );
});

describe('answer', () => {
  test.each(endpoints)('%s, any answer, is cached by nobody unless it is public', async (_name, endpoint) => {
    for (const client of [shop.guest(), await newClient('user')]) {
      const { statusCode, headers } = await ask(client, endpoint);
      const isPublic = endpoint.isPublic && statusCode < 400;
      expect(headers['cache-control']).toBe(isPublic ? 'public, max-age=0, must-revalidate' : 'no-store');
      if (!isPublic) expect(headers.etag).toBeUndefined();
    }
  });

  test('answer, undeclared field returned by the handler, is dropped', async () => {
    for (const endpoint of Object.values(restricted))
      expect((await ask(clients.admin, endpoint)).json()).toEqual({ success: true });
  });
});

test('log after all requests above, level error, is empty', () => {
  expect(shop.log.lines.filter(({ level }) => level === 'error').map(({ text }) => text)).toEqual([]);
});
