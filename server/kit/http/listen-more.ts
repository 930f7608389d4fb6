/**
 * Node accepts one connection of a listening socket in each round of its event loop, however many wait there: in a rush, when
 * rounds are long, people wait for being accepted and not for an answer. So more sockets listen at the same port.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

const EARS = 16;
/** How many wait at each: together twice what Node lets wait at one. Whoever finds no room tries again by themselves after a second. */
const BACKLOG = 64;

/** What the first socket is opened with, so that others may share its port; elsewhere than on Linux a port belongs to one. */
export const SHARED = process.platform === 'linux' ? { reusePort: true, backlog: BACKLOG } : {};

/** More sockets where the server listens, whose connections are the server's. They are closed by whoever closes the server. */
export async function listenMore(server: HttpServer): Promise<Server[]> {
  if (process.platform !== 'linux') return [];
  const { port, address: host } = server.address() as AddressInfo;
  const ears = Array.from({ length: EARS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  for (const ear of ears) {
    ear.listen({ port, host, ...SHARED });
    await once(ear, 'listening');
  }
  return ears;
}
