/** Passwords, password hashes, session tokens and e-mail addresses appear in no log line, error, page or browser file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { DEALER_PASSWORD, people } from '#db/world.ts';
import { createShop } from '#server/app.ts';
import { contract, endpoints } from '#server/features.ts';
import { routes } from '#web/routes.ts';
import { takingCards } from './card-buyers.ts';
import { type Client, startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { plainSample, requestOf } from './samples.ts';

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
  email: secrets.email,
  username: secrets.email,
  sessionId: secrets.label,
  password: secrets.typed,
  passwordHash: secrets.password,
};
await ask(browser, contract.accounts.register);
const tokens = [...browser.cookies].filter(([name]) => name.startsWith('bukuri')).map(([, value]) => value);
const inAnswers = [secrets.password, secrets.typed, '$argon2', ...tokens];
/** The session label and the e-mail address appear in answers to their owner. */
const inLogs = [...inAnswers, ...tokens.map((token) => token.slice(0, 12)), secrets.label, secrets.email, 'canary'];

async function ask(client: Client, endpoint: Endpoint, headers: Record<string, string> = {}) {
  const request = requestOf(endpoint, plainSample(endpoint, fields));
  const url = `${request.url}${request.url.includes('?') ? '&' : '?'}x=canary`;
  return client.send({ ...request, url, headers: { 'x-session-id': secrets.label, ...request.headers, ...headers } });
}

const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));

afterEach(() => {
  expect(shop.log.lines.length).toBeGreaterThan(0);
  expect(found(shop.log.lines.map(({ text }) => text).join(''), inLogs)).toEqual([]);
});

const asked = endpoints.filter(([, endpoint]) => endpoint !== contract.accounts.logout);

test.each(asked)('%s, served or refused, answers without secrets', async (_name, endpoint) => {
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'content-type': 'text/plain' }]) {
    for (const client of [browser, shop.guest()]) {
      const { body, headers: sent } = await ask(client, endpoint, headers);
      expect(found(body + JSON.stringify({ ...sent, 'set-cookie': null }), inAnswers)).toEqual([]);
    }
  }
});

test('statements that fail for want of table users, all endpoints, answer and log without secrets', async () => {
  await shop.pool.query('alter table users rename to away');
  const answers = [];
  for (const [, endpoint] of asked) answers.push(await ask(browser, endpoint));
  await shop.pool.query('alter table away rename to users');
  expect(answers.some(({ statusCode }) => statusCode >= 500)).toBe(true);
  expect(found(answers.map(({ body }) => body).join(''), inAnswers)).toEqual([]);
});

test('pages, requested by a signed-in user, hold nothing of that user', async () => {
  for (const url of routes.map(({ path }) => path).filter((path) => !path.includes(':'))) {
    const { body } = await browser.send({ url });
    expect(found(body, inLogs), url).toEqual([]);
  }
});

test('browser files, all, hold no server code, demo password or source map', () => {
  const files = readdirSync('build/client', { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const words = ['argon2', 'SESSION_SECRET', 'DATABASE_URL', 'password_hash', 'graphile', 'insert into '];
  const forbidden = [...words, DEALER_PASSWORD, ...Object.values(people).map(({ password }) => password)];
  for (const file of files.filter((each) => /\.(js|css|html|json|svg)$/.test(each)))
    expect(found(readFileSync(join('build/client', file), 'utf8'), forbidden), file).toEqual([]);
});
