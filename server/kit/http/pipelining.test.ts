import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { startShop } from '#test/client.ts';

let [underWay, most] = [0, 0];
const shop = await startShop({
  makeApp: async (deps) => {
    const app = await createApp(deps);
    app.get('/slow', async () => {
      most = Math.max(most, ++underWay);
      await wait(5);
      underWay -= 1;
      return 'slow';
    });
    return app;
  },
});
const listening = shop.listen();
const GET = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';

async function say(said: string): Promise<Socket> {
  const { hostname, port } = new URL(await listening);
  const socket = connect(Number(port), hostname);
  socket.write(said);
  return socket;
}

async function heardBy(socket: Socket): Promise<string> {
  let received = '';
  try {
    for await (const bytes of socket) received += bytes;
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
  }
  return received;
}

const answersIn = (received: string) => received.split('HTTP/1.1 200 OK').length - 1;

test('requests that were sent ahead are answered one after the other', async () => {
  most = 0;
  const last = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  expect(answersIn(await heardBy(await say(GET.repeat(20) + last)))).toBe(21);
  expect(most).toBe(1);
});

test('who sends very many ahead is not answered any more', async () => {
  expect(answersIn(await heardBy(await say(GET.repeat(900))))).toBeLessThan(22);
  await expect.poll(() => underWay).toBe(0);
  expect((await fetch(`${await listening}/slow`)).status).toBe(200);
  expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('an expectation that nobody knows is answered as if it were none', async () => {
  const received = await heardBy(await say(GET.replace('\r\n\r\n', '\r\nExpect: x\r\nConnection: close\r\n\r\n')));
  expect(received).toContain('HTTP/1.1 200 OK');
  expect(received).toContain('x-content-type-options: nosniff');
});

test('empty lines keep no connection open', async () => {
  const { keepAliveTimeout, headersTimeout } = shop.app.server;
  Object.assign(shop.app.server, { keepAliveTimeout: 300, headersTimeout: 300 });
  const socket = await say(GET);
  const dripping = setInterval(() => socket.write('\r\n'), 50);
  const end = setTimeout(() => socket.destroy(new Error('it was kept open')), 3000);
  try {
    expect(answersIn(await heardBy(socket))).toBe(1);
  } finally {
    clearInterval(dripping);
    clearTimeout(end);
    Object.assign(shop.app.server, { keepAliveTimeout, headersTimeout });
  }
});
