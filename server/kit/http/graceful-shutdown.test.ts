import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { stopAcceptingConnections } from './graceful-shutdown.ts';
import { listenOnMoreSockets, SHARED } from './listening.ts';

async function listenAt(server: HttpServer): Promise<{ port: number; listeners: Server[] }> {
  server.listen({ port: 0, host: '127.0.0.1', ...SHARED });
  await once(server, 'listening');
  const listeners = await listenOnMoreSockets(server);
  onTestFinished(() => [server, ...listeners].forEach((each) => void each.close()));
  return { port: (server.address() as AddressInfo).port, listeners };
}

test('connections in the backlog, shutdown begins, are accepted and answered', async () => {
  const server = createServer({ keepAliveTimeout: 1 }, (_request, response) => response.end('here'));
  const { port, listeners } = await listenAt(server);
  const leaving = new AbortController();
  // From a timer on, the system makes the connections at once, and nobody looks who is there before the next turn.
  await wait(1);
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.end('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await new Promise((resolve) => process.nextTick(resolve));
  expect(leaving.signal.aborted).toBe(false);
  await stopAcceptingConnections([server, ...listeners], leaving);
  for (const told of await Promise.all(sockets.map(text))) expect(told).toContain('here');
  expect(leaving.signal.aborted).toBe(true);
  for (let time = 0; time < 5; time++)
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
