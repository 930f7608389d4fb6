/** A node of several that is told to go. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from './database.ts';
import { dataFolder, start } from './shop-process.ts';

const { url: databaseUrl } = await testDatabase();
const ASK = 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

async function connected(port: number, address = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, address);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('graceful shutdown, SIGTERM, refuses new connections and answers open ones once more', {
  timeout: 60_000,
}, async () => {
  const shop = await start(dataFolder(), { DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32) });
  const port = Number(new URL(shop.url).port);
  const [used, unused] = [await connected(port), await connected(port)];
  used.write(ASK);
  expect(String((await once(used, 'data'))[0])).toContain('200 OK');
  shop.process.kill('SIGTERM');
  const isOpen = () =>
    connected(port).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen).toBe(false);
  for (const socket of [used, unused]) {
    socket.write(ASK);
    const answer = await text(socket);
    expect(answer).toContain('200 OK');
    expect(answer.toLowerCase()).toContain('connection: close');
  }
  expect(await shop.ended).toBe(0);
});
