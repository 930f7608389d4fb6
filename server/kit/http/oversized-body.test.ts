import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { createServe } from './serve.ts';

const MB = 1024 ** 2;
const common = { method: 'POST', access: 'anyone', summary: 'For tests.', body: z.any(), answer: z.any() } as const;
const normal = endpoint({ ...common, path: '/test/normal' });
const hurried = endpoint({ ...common, path: '/test/hurried', maxSeconds: 0.2 });
const shop = await startShop({
  makeApp: async (deps) => {
    const app = await createApp(deps);
    for (const row of [normal, hurried]) createServe(app, deps)(row, ({ body }) => body);
    return app;
  },
});
const origin = new URL(await shop.listen());

function open(path: string, framing: string): Socket {
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`);
  return socket;
}

const PIECE = 'x'.repeat(65_536);
const CHUNK = `10000\r\n${PIECE}\r\n`;

/** As most clients do: reads nothing before the whole body is sent. */
async function responseTo(size: number, how: string): Promise<string> {
  const isChunked = how === 'in chunks';
  const socket = open(normal.path, isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`);
  const lost = new Promise<never>((_, reject) => socket.once('error', reject));
  const write = (text: string) => Promise.race([lost, new Promise<unknown>((written) => socket.write(text, written))]);
  for (let sent = 0; sent < size; sent += PIECE.length) {
    await write(isChunked ? CHUNK : PIECE);
    // Without a pause the kernel takes 4 MB before the server, in this process, reads the first byte.
    await wait(1);
  }
  if (isChunked) await write('0\r\n\r\n');
  let response = '';
  for await (const bytes of socket) response += bytes;
  return response;
}

test.each([
  [1, 'with Content-Length'],
  [3, 'with Content-Length'],
  [5, 'with Content-Length'],
  [1, 'in chunks'],
  [3, 'in chunks'],
  [5, 'in chunks'],
])('body of %i MB %s, 20 attempts, each gets a 413 response', async (size, how) => {
  const attempts = Array.from({ length: 20 }, () => responseTo(size * MB, how));
  for (const response of await Promise.all(attempts)) {
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 413 /);
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\w/), code: 'input.tooLarge' });
  }
});

test('body that does not end, after 16 MB, has its connection closed', async () => {
  const socket = open(normal.path, 'Transfer-Encoding: chunked');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let sent = 0;
  const write = () => {
    do sent += CHUNK.length;
    while (socket.write(CHUNK));
  };
  socket.on('drain', write).on('error', (error) => {
    expect(error).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
  });
  write();
  socket.resume();
  await closed;
  expect(sent).toBeGreaterThan(16 * MB);
  expect(sent).toBeLessThan(40 * MB);
});

test('body that is declared too large and does not arrive, at the time limit of its endpoint, gets a 413 response', async () => {
  let response = '';
  for await (const bytes of open(hurried.path, `Content-Length: ${MB}`)) response += bytes;
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toContain('"code":"input.tooLarge"');
});
