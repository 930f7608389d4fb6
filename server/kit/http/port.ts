/** Whether the shop may listen where it is told to, asked before anything is touched. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '#server/kit/start-error.ts';

export interface Place {
  port: number;
  host: string;
}

/** With the variable that says the port, where that is not PORT. */
type NamedPlace = Place & { name?: string };

/** Opens the port and closes it again. Throws a plain sentence when somebody else has it or it is not ours to take. */
export async function tryPort(place: NamedPlace): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port: place.port, host: place.host });
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(reasonOf((cause as NodeJS.ErrnoException).code, place), { cause });
  }
  server.close();
  await once(server, 'close');
}

function reasonOf(code: string | undefined, { port, host, name = 'PORT' }: NamedPlace): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken; stop what listens there or choose another ${name}.`;
  if (code === 'EACCES') return `Port ${port} is not for ordinary users; choose a ${name} above 1023.`;
  return `The shop cannot listen on ${host}, port ${port} (${code}); choose another address or ${name}.`;
}
