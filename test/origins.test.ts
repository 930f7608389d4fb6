/** Changes are made by our own pages alone, by calls that say that they change something, and by no other way of asking. */
import { expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/index.ts';
import { makeRestrictedApp, restricted } from './access/restricted-rows.ts';
import { newScene, type Scene } from './access/scene.ts';
import { lines } from './access/table.ts';
import { takingCards } from './card-buyers.ts';
import { startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { paperIdentities } from './paper-identities.ts';
import { plainSample, requestOf } from './samples.ts';
import { tableNames } from './tables.ts';

const { config, parts } = takingCards(fakePaymentProvider());
const shop = await startShop({
  config: { ...config, rateLimitScale: 100_000 },
  parts: { ...parts, identities: paperIdentities() },
  makeApp: makeRestrictedApp,
});
const site = 'http://bukuri.test';
const changing = [...endpoints, ...Object.entries<Endpoint>(restricted)].filter(([, { method }]) => method !== 'GET');

const situations: [headers: Record<string, string>, isOurs: boolean][] = [
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: site }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: `${site}.evil.example` }, false],
  [{ origin: 'null' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: site }, true],
];

/** What every request writes, whatever comes of it. */
const COUNTS = new Set(['rate_limits']);
const watched = tableNames.filter((name) => !COUNTS.has(name));

/** A word for all endpoints of each table: another one when an endpoint is. */
async function everything(): Promise<Record<string, string>> {
  const { rows: found } = await shop.pool.query(
    watched
      .map((name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from ${name} t`)
      .join(' union all '),
  );
  return Object.fromEntries(found.map(({ name, endpoints: word }) => [name, word]));
}

/** Somebody whom the endpoint serves. */
const actorOf = ({ access }: Endpoint, scene: Scene) =>
  access === 'admin' || access === 'dealer' ? scene[access] : scene.user;

/** The plainest request of a call, by somebody who may make it, about what is theirs. */
async function requestFor(endpoint: Endpoint, scene: Scene) {
  const line = lines.find((its) => its.endpoint === endpoint);
  const known = { ...scene, id: scene.dealId, ...(await line?.known?.(scene, actorOf(endpoint, scene))) };
  return requestOf(endpoint, plainSample(endpoint, known));
}

const still = await newScene(shop);

test('one call is done for others, who sign what they send', () => {
  expect(changing.filter(([, endpoint]) => endpoint.anyOrigin).map(([name]) => name)).toEqual(['payments.webhook']);
});

test.each(changing.filter(([, endpoint]) => !endpoint.anyOrigin))(
  '%s is done for our own pages and for no other site',
  async (_name, endpoint) => {
    for (const [headers, isOurs] of situations) {
      const scene = isOurs ? await newScene(shop) : still;
      const request = await requestFor(endpoint, scene);
      const before = await everything();
      const said = { host: 'bukuri.test', ...request.headers, ...headers };
      const answer = await actorOf(endpoint, scene).client.send({ ...request, headers: said });
      const { code } = answer.json();
      expect([answer.statusCode, code], JSON.stringify(headers)).toEqual(
        isOurs ? [endpoint.status ?? 200, undefined] : [403, 'origin.foreign'],
      );
      if (!isOurs) expect(await everything()).toEqual(before);
    }
  },
);

test.each(endpoints)('%s changes nothing when it is asked with GET, HEAD or OPTIONS', async (_name, endpoint) => {
  const request = await requestFor(endpoint, still);
  const before = await everything();
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
    const { statusCode } = await actorOf(endpoint, still).client.send({ ...request, method });
    expect(statusCode, method).toBeLessThan(500);
  }
  expect(await everything()).toEqual(before);
});
