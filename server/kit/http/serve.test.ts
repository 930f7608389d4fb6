/** What an endpoint can say, each on an endpoint that only this test mounts. */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { JsonText } from './answer.ts';
import { createServe } from './serve.ts';

const Name = z.object({ name: z.string() });
const Bytes = z.instanceof(Uint8Array<ArrayBuffer>);
const said = { access: 'anyone', summary: 'An endpoint of a test.' } as const;
const post = { ...said, method: 'POST' } as const;
const get = { ...said, method: 'GET' } as const;

const raw = endpoint({
  ...post,
  path: '/endpoints/raw',
  bodyKind: 'raw',
  body: Bytes,
  skipOriginCheck: true,
  answer: Name,
});
const form = endpoint({
  ...post,
  path: '/endpoints/form',
  bodyKind: 'form',
  body: Name,
  skipOriginCheck: true,
  answer: Name,
});
const picture = z.file().check(z.mime(['image/png']), z.maxSize(1000));
const upload = endpoint({
  ...post,
  path: '/endpoints/upload',
  bodyKind: 'multipart',
  maxBytes: 11_000_000,
  body: z.object({ title: z.string(), picture }),
  answer: z.object({ title: z.string(), name: z.string(), bytes: z.array(z.int()) }),
});
const made = endpoint({ ...post, path: '/endpoints/made', body: Name, status: 201, answer: Name });
const large = endpoint({
  ...post,
  path: '/endpoints/large',
  body: Name,
  maxBytes: 200_000,
  answer: z.object({ size: z.int() }),
});
const guarded = endpoint({ ...post, path: '/endpoints/guarded', access: 'user', body: Name, answer: Name });
const slow = endpoint({ ...post, path: '/endpoints/slow', body: Name, maxSeconds: 2, answer: Name });
const file = endpoint({ ...get, path: '/endpoints/file', fileTypes: ['text/csv'], answer: z.instanceof(Blob) });
const unpromised = endpoint({ ...get, path: '/endpoints/page', fileTypes: ['text/csv'], answer: z.instanceof(Blob) });
const list = endpoint({
  ...get,
  path: '/endpoints/list',
  query: z.object({ after: z.optional(z.string()), ...PageQuery }),
  pageSize: 3,
  answer: z.array(z.object({ n: z.int() })),
});
const limited = endpoint({ ...post, path: '/endpoints/limited', limit: 'signIns', answer: Name });
const actorOf = endpoint({ ...get, path: '/endpoints/actor', answer: z.object({ key: z.string() }) });
const cached = endpoint({ ...get, path: '/endpoints/public', isPublic: true, answer: Name });
const own = endpoint({ ...get, path: '/endpoints/own', answer: Name });
const wrong = endpoint({ ...get, path: '/endpoints/wrong', answer: z.object({ faq: z.array(z.string()) }) });

const more = '{"name":"Besa","phone":"069"}';
const shop = await startShop({
  makeApp: async (deps) => {
    const app = await createApp(deps);
    const serve = createServe(app, deps);
    serve(raw, ({ body, request }) => {
      const signature = createHmac('sha256', 'key').update(body).digest('hex');
      return { name: request.headers['x-signature'] === signature ? 'genuine' : 'forged' };
    });
    serve(form, ({ body }) => body);
    serve(upload, async ({ body }) => ({
      title: body.title,
      name: body.picture.name,
      bytes: [...new Uint8Array(await body.picture.arrayBuffer())],
    }));
    serve(made, ({ body }) => body);
    serve(large, ({ body }) => ({ size: body.name.length }));
    serve(guarded, ({ body }) => body);
    serve(slow, async ({ body }) => {
      await wait(body.name === 'slow' ? 60_000 : 0, null, { ref: false });
      return body;
    });
    serve(file, () => new File(['a,b\n'], 'dëshmi.csv', { type: 'text/csv' }));
    serve(unpromised, () => new File(['<script>'], 'faqe.html', { type: 'text/html' }));
    serve(list, ({ page: { limit, cursor } }) => {
      const first = Number(cursor ?? 0);
      const items = Array.from({ length: Math.min(limit, 250 - first) }, (_, i) => ({ n: first + i }));
      return { items, next: first + limit < 250 ? `${first + limit}` : null };
    });
    serve(limited, () => ({ name: 'counted' }));
    serve(actorOf, ({ actor }) => ({ key: actor.key }));
    serve(cached, () => new JsonText(more));
    serve(own, () => JSON.parse(more));
    serve(wrong, () => JSON.parse(more));
    return app;
  },
});
const guest = shop.guest();
const ana = await shop.as({ email: 'ana.rows@example.al' });
const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://provider.example' };

test('raw body, sent, reaches the handler unchanged with its headers', async () => {
  const payload = '{ "amount" :1.50 }';
  const headers = { ...foreign, 'content-type': 'application/json; charset=whatever' };
  const signature = createHmac('sha256', 'key').update(payload).digest('hex');
  const sent = (body: string) =>
    guest.send({ method: 'POST', url: raw.path, headers: { ...headers, 'x-signature': signature }, payload: body });
  expect((await sent(payload)).json()).toEqual({ name: 'genuine' });
  expect((await sent('{"amount":1.50}')).json()).toEqual({ name: 'forged' });
  expect((await sent('')).json()).toEqual({ name: 'forged' });
});

test('urlencoded form, malformed or duplicate fields, is refused', async () => {
  const sent = async (payload: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { ...foreign, 'content-type': type };
    const answer = await guest.send({ method: 'POST', url: form.path, headers, payload });
    return answer.statusCode === 200 ? answer.json().name : `${answer.statusCode} ${answer.json().code}`;
  };
  expect(await sent('name=Besa+%C3%87&x=1')).toBe('Besa Ç');
  expect(await sent('name=Besa&name=Era')).toBe('400 input.malformed');
  expect(await sent('__proto__=1&name=Besa')).toBe('400 input.malformed');
  expect(await sent('name=%00')).toBe('400 input.encoding');
  expect(await sent('x=1')).toBe('400 input.invalid');
  expect(await sent('{"name":"Besa"}', 'application/json')).toBe('415 input.type');
});

test('multipart form, with a file, is parsed and checked against the endpoint', async () => {
  const sent = (content: number[], type: string) =>
    guest(upload, { body: { title: 'Flokë', picture: new File([Uint8Array.from(content)], 'flokë.png', { type }) } });
  expect(await sent([0, 255, 13, 10], 'image/png')).toEqual({
    title: 'Flokë',
    name: 'flokë.png',
    bytes: [0, 255, 13, 10],
  });
  expect(await refusal(sent([1], 'image/svg+xml'))).toBe('400 input.invalid');
  expect(await refusal(sent(Array(2000).fill(1), 'image/png'))).toBe('400 input.invalid');
  const text = { body: { title: 'Flokë', picture: 'no file' as never } };
  expect(await refusal(guest(upload, text))).toBe('400 input.invalid');
});

test('multipart form, malformed or duplicate fields, is refused', async () => {
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const sent = async (payload: string | Buffer, type = 'multipart/form-data; boundary=x') => {
    const answer = await guest.send({ method: 'POST', url: upload.path, headers: { 'content-type': type }, payload });
    return `${answer.statusCode} ${answer.json().code}`;
  };
  expect(await sent(`${part('title', 'a')}--x--\r\n`)).toBe('400 input.invalid');
  expect(await sent(part('title', 'a'))).toBe('400 input.malformed');
  expect(await sent('no parts at all')).toBe('400 input.malformed');
  expect(await sent(`${part('title', 'a')}${part('title', 'b')}--x--\r\n`)).toBe('400 input.malformed');
  expect(await sent(`${part('__proto__', 'a')}--x--\r\n`)).toBe('400 input.malformed');
  expect(await sent(`${part('title', 'a\0')}--x--\r\n`)).toBe('400 input.encoding');
  expect(await sent(Buffer.from(`${part('title', 'a\xff')}--x--\r\n`, 'latin1'))).toBe('400 input.encoding');
  const many = Array.from({ length: 101 }, (_, i) => part(`f${i}`, '')).join('');
  expect(await sent(`${many}--x--\r\n`)).toBe('400 input.malformed');
  expect(await sent('{}', 'application/json')).toBe('415 input.type');
  expect(await sent('x', 'multipart/form-data')).toBe('400 input.malformed');
});

/** Milliseconds of this thread's work. */
async function _workOf(run: () => Promise<unknown>): Promise<number> {
  const begun = process.threadCpuUsage();
  await run();
  return process.threadCpuUsage(begun).user / 1000;
}

test('endpoint, with status and maxBytes, applies them', async () => {
  const json = (url: string, name: string) =>
    guest.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ name }),
    });
  expect((await json(made.path, 'Besa')).statusCode).toBe(201);
  expect((await json(made.path, 'x'.repeat(70_000))).statusCode).toBe(413);
  expect((await json(large.path, 'x'.repeat(150_000))).json()).toEqual({ size: 150_000 });
  expect((await json(large.path, 'x'.repeat(210_000))).statusCode).toBe(413);
  expect((await json(guarded.path, 'x'.repeat(70_000))).json().code, 'before its body is read').toBe(
    'access.notAuthenticated',
  );
});

test('handler, longer than maxSeconds, answers 503', async () => {
  expect(await guest(slow, { body: { name: 'quick' } })).toEqual({ name: 'quick' });
  expect(await refusal(guest(slow, { body: { name: 'slow' } }))).toBe('503 server.busy');
});

test('file answer, sent, has content type and file name', async () => {
  const answer = await guest.send({ url: file.path });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': "inline; filename*=UTF-8''d%C3%ABshmi.csv",
    'cache-control': 'no-store',
  });
  const blob = await guest(file);
  expect([blob.type, await blob.text()]).toEqual(['text/csv', 'a,b\n']);
});

test('file answer, undeclared type, answers 500', async () => {
  const answer = await guest.send({ url: unpromised.path });
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'server.failed']);
  expect(answer.headers['content-type']).toContain('application/json');
});

test('JSON text, undeclared fields, is refused where answers are checked', async () => {
  expect(await ana(own)).toEqual({ name: 'Besa' });
  await expect(ana(cached)).rejects.toThrow('a field is not in the contract (answer of /endpoints/public)');
});

test('answer that breaks the contract, fails the test with the name of its field', async () => {
  await expect(ana(wrong)).rejects.toThrow('faq: expected array');
});
