import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as afterAccepting } from 'node:timers/promises';

/**
 * No new connection; each of those that are there ends with its next answer. None is cut while a proxy may be sending on it,
 * which could not send a change anew: a proxy lets go of what it does not use before the second grace is over.
 */
export async function letGo(server: HttpServer, leaving: AbortController): Promise<void> {
  leaving.abort();
  // The system resets connections that nobody has accepted yet, and there are some after each moment of work.
  await afterAccepting();
  // Not the close of an HTTP server, which cuts connections that are idle.
  Server.prototype.close.call(server);
}
