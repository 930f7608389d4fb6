import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { recordingLog } from '#test/log.ts';
import { newPushBrowser, startPushServer } from '#test/push-server.ts';
import { openPush } from './open-push.ts';
import { PushFailed } from './push.ts';
import { isPublicAddress, lookUpPublic, serviceOf } from './services.ts';
import { defaultSubject, isVapidSubject, newPrivateKey } from './vapid.ts';

const service = await startPushServer();
afterAll(service.close);
const { host } = service;
const closed = `127.0.0.1:${await freePort()}`;
const log = recordingLog();
const config = { push: { privateKey: null, subject: 'mailto:a@bukuri.al', testHosts: [host, closed] } };
const parts = { privateKey: newPrivateKey(), config, log };
const push = openPush(parts);
const impatient = openPush({ ...parts, patienceMs: 1000 });
const { target, decrypt } = newPushBrowser(host);
const send = (to = target, by = push) => by.send(to, { title: 'Ofertë e re' }, { ttlSeconds: 60 });
const answer = (status: number, body = '', headers = {}) => {
  service.answer = (_request, response) => response.writeHead(status, headers).end(body);
};

beforeEach(() => {
  service.received = [];
  answer(201);
});

test('message, sent, arrives encrypted, with TTL and the signed contact of the operator', async () => {
  expect(await send()).toBe('sent');
  const [{ headers, body, path } = { headers: {}, body: Buffer.alloc(0), path: '' }] = service.received;
  expect(new URL(target.endpoint).pathname).toBe(path);
  expect(headers).toMatchObject({ ttl: '60', 'content-encoding': 'aes128gcm' });
  expect(decrypt(body)).toEqual({ title: 'Ofertë e re' });
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(push.publicKey);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const { payload } = await jwtVerify(token, jwk, { audience: `http://${host}` });
  expect(payload.sub).toBe('mailto:a@bukuri.al');
});

test.each([404, 410])('answer %d, means that the subscription is gone', async (status) => {
  answer(status);
  expect(await send()).toBe('gone');
});

test.each<[string, RegExp]>([
  ['500', /answered 500$/],
  ['429', /answered 429$/],
  ['a redirect', /answered 307$/],
  ['nothing', /did not answer/],
  ['an endless body', /sent/],
])('answer of %s, fails without naming the endpoint', async (what, message) => {
  if (what === 'a redirect') answer(307, '', { location: '/elsewhere' });
  else if (what === 'nothing') service.answer = () => {};
  else if (what === 'an endless body')
    service.answer = (_request, response) => {
      response.writeHead(201).write('x'.repeat(65_536));
    };
  else answer(Number(what));
  const error = await send(target, what === 'nothing' ? impatient : push).catch((thrown: unknown) => thrown);
  if (what === 'an endless body') return expect(error).toBe('sent');
  expect(error).toBeInstanceOf(PushFailed);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
  expect((error as Error).message).not.toContain('canary');
  expect(service.received).toHaveLength(1);
});

test('service that is away, fails', async () => {
  const error = await send({ ...target, endpoint: `http://${closed}/canary` }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PushFailed', message: 'it did not answer: ECONNREFUSED' });
});

test('refusal of the key or contact, is logged with its reason and without the endpoint', async () => {
  answer(403, `{"reason":"BadJwtToken","for":"${target.endpoint}"}`);
  await expect(send()).rejects.toThrow(PushFailed);
  const [line] = log.lines.filter(({ level }) => level === 'error');
  expect(JSON.parse(line?.text ?? '')).toMatchObject({ service: host, status: 403, reason: 'BadJwtToken' });
  expect(JSON.stringify(log.lines)).not.toContain('canary');
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', 'fcm.googleapis.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', 'updates.push.services.mozilla.com'],
  ['https://db5p.notify.windows.com/w/?token=x', '.notify.windows.com'],
  ['https://web.push.apple.com/x', 'web.push.apple.com'],
  ['https://api.push.apple.com/x', '.push.apple.com'],
  ['http://fcm.googleapis.com/fcm/send/x', null],
  ['https://fcm.googleapis.com:8443/x', null],
  ['https://user@fcm.googleapis.com/x', null],
  ['https://evilfcm.googleapis.com/x', null],
  ['https://evilpush.apple.com/x', null],
  ['https://fcm.googleapis.com.evil.example/x', null],
  ['https://127.0.0.1/x', null],
  ['http://127.0.0.1:1/x', null],
  ['file:///etc/passwd', null],
])('endpoint %s, is of the service %s', (endpoint, name) => {
  expect(serviceOf(endpoint, [host])).toBe(name);
});

test('target without a known service or a valid key, is not accepted', async () => {
  expect(push.accepts(target)).toBe(true);
  expect(push.accepts({ ...target, p256dh: `B${'A'.repeat(86)}` })).toBe(false);
  expect(push.accepts({ ...target, endpoint: 'https://push.example/x' })).toBe(false);
  await expect(send({ ...target, endpoint: 'https://push.example/canary' })).rejects.toThrow(/no known push service/);
});

test.each([
  ['142.250.1.1', true],
  ['2a00:1450:4001::1', true],
  ...['10.0.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0'].map(
    (address) => [address, false] as const,
  ),
  ...['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '2002:a00:1::', '64:ff9b::a00:1'].map(
    (address) => [address, false] as const,
  ),
] as const)('address %s, is public: %j', (address, isPublic) => {
  expect(isPublicAddress(address, address.includes(':') ? 6 : 4)).toBe(isPublic);
});

test('name of this machine, is not looked up for a message', async () => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', {}, (failure) => resolve(failure)));
  expect(error).toMatchObject({ code: 'ENOTPUBLIC' });
});

test.each([
  ['mailto:push@bukuri.al', true],
  ['https://bukuri.al', true],
  ['http://bukuri.al', false],
  ['bukuri.al', false],
  ['mailto:', false],
  ...['localhost', 'x.local', 'x.invalid', 'x.test', '127.0.0.1', 'intranet'].flatMap((domain) => [
    [`mailto:a@${domain}`, false] as const,
    [`https://${domain}`, false] as const,
  ]),
] as const)('contact %s, is accepted by all services: %j', (subject, isValid) => {
  expect(isVapidSubject(subject)).toBe(isValid);
});

test('contact by default, is the operator, else the shop, else nobody', () => {
  const publicUrl = 'https://bukuri.al';
  expect(defaultSubject({ contact: 'a@bukuri.al', publicUrl })).toBe('mailto:a@bukuri.al');
  expect(defaultSubject({ contact: 'a@shop.local', publicUrl })).toBe(publicUrl);
  expect(defaultSubject({ contact: undefined, publicUrl: 'http://localhost:3000' })).toBe('mailto:nobody@example.com');
});
