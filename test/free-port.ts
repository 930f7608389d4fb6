import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections: of those one may take a port in the moment before it is listened at. */
const [FIRST, LAST] = [20_000, 32_000];

/** A port of this machine that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
