import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { letGo } from './let-go.ts';

test('a connection that nobody has accepted yet when a node is told to go is answered', async () => {
  const server = createServer({ keepAliveTimeout: 1 }, (_request, response) => response.end('here')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leaving = new AbortController();
  // From a timer on, the system makes the connection at once, and nobody looks who is there before the next turn.
  await wait(1);
  const socket = connect(port, '127.0.0.1');
  socket.end('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await new Promise((resolve) => process.nextTick(resolve));
  expect(leaving.signal.aborted).toBe(false);
  await letGo(server, leaving);
  expect(await text(socket)).toContain('here');
  expect(leaving.signal.aborted).toBe(true);
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
