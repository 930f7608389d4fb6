/** What is secret is found in no line of the log, no refusal, no answer to others, no page and no file for browsers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endpoints } from '#core/contract/index.ts';
import { people } from '#db/world.ts';
import { createShop } from '#server/app.ts';
import { routes } from '#web/routes.ts';
import { takingCards } from './card-buyers.ts';
import { type Client, startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { namesOf, plainSample, requestOf } from './samples.ts';
import { tableNames } from './tables.ts';

const { config, parts } = takingCards(fakePaymentProvider());
const shop = await startShop({
  parts,
  config: { ...config, accessLog: true, slowStatementMs: 1, rateLimitScale: 100_000 },
  makeApp: createShop,
});

const secrets = {
  email: 'canary-mail@example.al',
  password: 'canary këndon në kafaz',
  label: 'session_1_canarylabel',
  typed: 'canary-wrong-password',
};
const browser = shop.guest();
const fields = {
  ...{ email: secrets.email, username: secrets.email, sessionId: secrets.label },
  ...{ password: secrets.typed, passwordHash: secrets.password },
};
await ask(browser, 'accounts.register');
const tokens = [...browser.cookies].filter(([name]) => name.startsWith('bukuri')).map(([, value]) => value);
/** The label is in addresses and in answers to its browser: only logs may not hold it. */
const hidden = [secrets.password, secrets.typed, '$argon2', ...tokens];
const unspoken = [...hidden, ...tokens.map((token) => token.slice(0, 12)), secrets.label, secrets.email, 'canary'];

async function ask(client: Client, name: string, headers: Record<string, string> = {}, more: object = {}) {
  const endpoint = endpoints.find(([its]) => its === name)?.[1];
  if (!endpoint) throw new Error(`no call is named ${name}`);
  const request = requestOf(endpoint, plainSample(endpoint, { ...fields, ...more }));
  const said = { 'x-session-id': secrets.label, ...request.headers, ...headers };
  return client.send({
    ...request,
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}x=canary`,
    headers: said,
  });
}

const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));

afterEach(() => {
  expect(shop.log.lines.length).toBeGreaterThan(0);
  expect(found(shop.log.lines.map(({ text }) => text).join(''), unspoken)).toEqual([]);
});

const names = endpoints.map(([name]) => name).filter((name) => name !== 'accounts.logout');

test.each(names)('%s tells no secret, whether it is served or refused', async (name) => {
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'content-type': 'text/plain' }]) {
    for (const client of [browser, shop.guest()]) {
      const { body, headers: carried } = await ask(client, name, headers);
      expect(found(body, hidden)).toEqual([]);
      expect(found(JSON.stringify({ ...carried, 'set-cookie': null }), hidden)).toEqual([]);
    }
  }
});

/** Reads like a place in the code. */
const FRAME = 'canary\n    at canary (/canary.ts:1:1)\n    at canary';
/** What takes any text: the name of a call and of a field. */
const texts: [call: string, field: string][] = [];
for (const [name, endpoint] of endpoints.filter(([its]) => names.includes(its))) {
  for (const field of [...namesOf(endpoint.query), ...namesOf(endpoint.body)]) {
    const { statusCode } = await ask(browser, name, {}, { [field]: FRAME });
    if (statusCode !== 400) texts.push([name, field]);
  }
}

/** Tables without which calls fail. */
const needed: string[] = [];

test.each(tableNames)('nothing that fails for want of %s tells a secret', async (table) => {
  await shop.pool.query(`alter table ${table} rename to away`);
  const answers = [];
  for (const name of names) answers.push(await ask(browser, name));
  for (const [name, field] of texts) {
    for (const client of [browser, shop.guest()]) answers.push(await ask(client, name, {}, { [field]: FRAME }));
  }
  await shop.pool.query(`alter table away rename to ${table}`);
  if (answers.some(({ statusCode }) => statusCode >= 500)) needed.push(table);
  expect(found(answers.map(({ body }) => body).join(''), hidden)).toEqual([]);
});

test('the test can tell: calls fail for want of what they read and write', () => {
  expect(texts.map((text) => text.join(' '))).toEqual(
    expect.arrayContaining(['accounts.login username', 'deals.list search', 'searches.count search']),
  );
  expect(needed).toEqual(
    expect.arrayContaining(['users', 'sessions', 'carts', 'favorites', 'orders', 'deals', 'rate_limits']),
  );
});

test('a page is made without knowing who asks for it', async () => {
  const addresses = routes.map(({ path }) => path).filter((path) => !path.includes(':'));
  expect(addresses).toContain('/profile');
  for (const url of addresses) {
    const { body } = await browser.send({ url });
    expect(found(body, unspoken), url).toEqual([]);
  }
});

test('files for browsers hold nothing of the server', () => {
  const folder = 'build/client';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|json|svg)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'))).toEqual(
    [],
  );
  const demo = Object.values(people).map(({ password }) => password);
  const words = ['argon2', 'SESSION_SECRET', 'DATABASE_URL', 'password_hash', 'graphile', 'select ', ...demo];
  for (const file of files) expect(found(readFileSync(join(folder, file), 'utf8'), words), file).toEqual([]);
});
