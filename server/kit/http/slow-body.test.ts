/** A body that does not come is who sends it, and no busy shop. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { createServe } from './serve.ts';

const Name = z.object({ name: z.string() });
const slow = endpoint({
  method: 'POST',
  path: '/endpoints/patient',
  access: 'anyone',
  summary: 'An endpoint of a test.',
  body: Name,
  maxSeconds: 0.2,
  answer: Name,
});
const shop = await startShop({
  makeApp: async (deps) => {
    const app = await createApp(deps);
    createServe(app, deps)(slow, ({ body }) => body);
    return app;
  },
});
const origin = new URL(await shop.listen());

test('incomplete body, after maxSeconds, answers 408 and closes the connection', async () => {
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(
    `POST ${slow.path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
  );
  let said = '';
  for await (const bytes of socket) said += bytes;
  const [head = '', ...rest] = said.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toMatch(/^connection: close$/im);
  expect(rest.join()).toContain('"code":"input.slow"');
  expect(shop.log.lines.filter(({ text }) => /busy|failed/.test(text))).toEqual([]);
});
