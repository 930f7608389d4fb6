/** Listening sockets. */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { StartError } from '#server/kit/start-error.ts';

const SOCKETS = 16;
/** Backlog of each socket: together twice Node's default. Clients beyond it retry the handshake after a second. */
const BACKLOG = 64;

/** Listen options that let several sockets share a port (SO_REUSEPORT, Linux only). */
export const SHARED = process.platform === 'linux' ? { reusePort: true, backlog: BACKLOG } : {};

/**
 * More sockets at the server's port; whoever closes the server closes them too. Node accepts one connection per socket in each
 * round of the event loop: under load, when rounds are long, connections would otherwise wait in the backlog.
 */
export async function listenOnMoreSockets(server: HttpServer): Promise<Server[]> {
  if (process.platform !== 'linux') return [];
  const { port, address: host } = server.address() as AddressInfo;
  const sockets = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  for (const socket of sockets) {
    socket.listen({ port, host, ...SHARED });
    await once(socket, 'listening');
  }
  return sockets;
}

/** `name` is the environment variable of the port, PORT when absent. */
interface Place {
  port: number;
  host: string;
  name?: string;
}

/**
 * Opens the port and closes it again; returns the address to listen on. For a name with two addresses, such as `localhost`, Fastify
 * would open a second server without our settings. Throws a `StartError` when the port is taken or not permitted.
 */
export async function tryPort(place: Place): Promise<string> {
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

function reasonOf(code: string | undefined, { port, host, name = 'PORT' }: Place): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken; stop what listens there or choose another ${name}.`;
  if (code === 'EACCES') return `Port ${port} is not for ordinary users; choose a ${name} above 1023.`;
  return `The shop cannot listen on ${host}, port ${port} (${code}); choose another address or ${name}.`;
}
