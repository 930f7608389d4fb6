/** Whether the shop may listen where it is told to, asked before anything is touched. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StartError } from '#server/kit/start-error.ts';

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
