/**
 * Node accepts one connection of a listening socket in each round of its event loop, however many wait there: in a rush, when
 * rounds are long, people wait for being accepted and not for an answer. So more sockets listen at the same port.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { StartError } from '#server/kit/start-error.ts';

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

/** Whether the shop may listen where it is told to, asked before anything is touched. */

export interface Place {
  port: number;
  host: string;
}

/** With the variable that says the port, where that is not PORT. */
type NamedPlace = Place & { name?: string };

/**
 * Opens the port and closes it again: the address to listen on. A name may have two, and for `localhost` Fastify would open a second
 * server that knows nothing of what was set on the first. Throws a plain sentence when the port is somebody else's or not ours to take.
 */
export async function tryPort(place: NamedPlace): Promise<string> {
  const server = createServer();
  try {
    server.listen({ port: place.port, host: place.host });
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(reasonOf((cause as NodeJS.ErrnoException).code, place), { cause });
  }
  const { address } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address;
}

function reasonOf(code: string | undefined, { port, host, name = 'PORT' }: NamedPlace): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken; stop what listens there or choose another ${name}.`;
  if (code === 'EACCES') return `Port ${port} is not for ordinary users; choose a ${name} above 1023.`;
  return `The shop cannot listen on ${host}, port ${port} (${code}); choose another address or ${name}.`;
}
