import { afterAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { push } from '#core/contract/push.ts';
import { type Client, startShop } from '#test/client.ts';
import { newPushBrowser, startPushServer } from '#test/push-server.ts';
import { refusal } from '#test/refusal.ts';
import { pushToUser } from './push.service.ts';

const service = await startPushServer();
afterAll(service.close);
const shop = await startShop({
  config: { push: { privateKey: null, subject: 'mailto:a@bukuri.al', testHosts: [service.host] } },
});
const node = await shop.anotherNode();
const payload = { title: 'Ofertë e re', body: 'Manikyr', path: '/deal/1', tag: 'a' };
let people = 0;

beforeEach(() => {
  service.received = [];
  service.answer = (_request, response) => response.writeHead(201).end();
});

async function newSubscriber(email = `shtytje${++people}@example.al`) {
  const client = await shop.as({ email });
  const browser = newPushBrowser(service.host);
  await client(push.save, { body: browser.target });
  const { user } = await client(accounts.me);
  return { client, browser, email, userId: user.id };
}

const endpointOf = async (client: Client) => (await client(push.get)).endpoint;
const pushTo = (userId: string) => pushToUser(shop.deps, userId, payload);

test('browser, subscribed twice and then removed, is saved once and gets messages in between', async () => {
  const { client, browser, userId } = await newSubscriber();
  await client(push.save, { body: browser.target });
  expect(await client(push.get)).toEqual({ endpoint: browser.target.endpoint, publicKey: node.deps.push.publicKey });
  expect(await pushTo(userId)).toBe(1);
  expect(service.received.map(({ body }) => browser.decrypt(body))).toEqual([payload]);
  await client(push.remove);
  await client(push.remove);
  expect(await endpointOf(client)).toBeNull();
  expect(await pushTo(userId)).toBe(0);
});

test('subscription renewed by the browser, replaces the one of its session', async () => {
  const { client, userId } = await newSubscriber();
  const { target } = newPushBrowser(service.host);
  await client(push.save, { body: target });
  expect(await endpointOf(client)).toBe(target.endpoint);
  expect(await pushTo(userId)).toBe(1);
});

test('browser in which somebody else signs in, belongs to them', async () => {
  const [ana, besa] = [await newSubscriber(), await newSubscriber()];
  await besa.client(push.save, { body: ana.browser.target });
  expect(await endpointOf(ana.client)).toBeNull();
  expect(await pushTo(ana.userId)).toBe(0);
  expect(await pushTo(besa.userId)).toBe(1);
});

test('subscription, ends with its session and outlives the renewal of its token', async () => {
  const { client, email, userId } = await newSubscriber();
  const other = await newSubscriber(email);
  await shop.pool.query(`update sessions set sid = sid || 'x' where user_id = $1`, [userId]);
  expect(await pushTo(userId)).toBe(2);
  await shop.pool.query(`update sessions set sid = trim(trailing 'x' from sid) where user_id = $1`, [userId]);
  await client(sessions.endOthers);
  expect(await refusal(other.client(push.get))).toMatch(/^401/);
  expect(await pushTo(userId)).toBe(1);
  await client(accounts.logout);
  expect(await pushTo(userId)).toBe(0);
  const third = await newSubscriber(email);
  await shop.pool.query(`update sessions set expire = now() where user_id = $1`, [third.userId]);
  expect(await pushTo(userId)).toBe(0);
});

test.each([
  [{ endpoint: 'https://push.example/x' }, '400 push.notAccepted'],
  [{ p256dh: `B${'A'.repeat(86)}` }, '400 push.notAccepted'],
  [{ endpoint: 'no address' }, '400 input.invalid'],
  [{ p256dh: 'short' }, '400 input.invalid'],
  [{ auth: '' }, '400 input.invalid'],
])('subscription with %j, is refused', async (wrong, code) => {
  const { target } = newPushBrowser(service.host);
  const { client } = await newSubscriber();
  await client(push.remove);
  expect(await refusal(client(push.save, { body: { ...target, ...wrong } }))).toBe(code);
  expect(await endpointOf(client)).toBeNull();
});

test('one browser gone and one failing, do not keep a third from the message; the gone one is forgotten', async () => {
  const [gone, failing, fine] = [
    await newSubscriber('tre@example.al'),
    await newSubscriber('tre@example.al'),
    await newSubscriber('tre@example.al'),
  ];
  const isOf = (url: string | undefined, { browser }: typeof gone) => browser.target.endpoint.endsWith(url ?? '?');
  service.answer = ({ url }, response) =>
    response.writeHead(isOf(url, gone) ? 410 : isOf(url, failing) ? 503 : 201).end();
  expect(await pushTo(fine.userId)).toBe(1);
  expect(await endpointOf(gone.client)).toBeNull();
  expect(await endpointOf(failing.client)).not.toBeNull();
  await fine.client(push.remove);
  expect(await pushTo(fine.userId)).toBe(0);
  expect(shop.log.lines.filter(({ text }) => text.includes('canary'))).toEqual([]);
});

test('message, sent shortly before the quiet hours, does not arrive in them; a long text is shortened', async () => {
  const { browser, userId } = await newSubscriber();
  shop.clock.move(Date.parse('2027-01-11T18:30:00Z') - shop.clock.now());
  await pushToUser(shop.deps, userId, { ...payload, body: '💅'.repeat(2000) });
  const [received] = service.received;
  expect(received?.headers.ttl).toBe(String(90 * 60));
  expect(browser.decrypt(received?.body ?? Buffer.alloc(0))).toMatchObject({ body: `${'💅'.repeat(199)}…` });
});
