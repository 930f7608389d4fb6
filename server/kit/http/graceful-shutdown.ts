/** How long waiting connections are taken at most: they may come faster. */
import { Server } from 'node:net';
import { setImmediate as afterAccepting } from 'node:timers/promises';

const LONGEST_MS = 1_000;

/**
 * No new connection; each of those that are there ends with its next answer. None is cut while a proxy may be sending on it,
 * which could not send a change anew: a proxy lets go of what it does not use before the second grace is over.
 */
export async function letGo(servers: readonly Server[], leaving: AbortController): Promise<void> {
  leaving.abort();
  // The system resets connections that nobody has accepted yet, and there are some after each moment of work: one of each
  // server is accepted in a round of the event loop. The first round may be half over.
  const began = performance.now();
  let quiet = 0;
  const accepted = () => {
    quiet = 0;
  };
  for (const server of servers) server.on('connection', accepted);
  for (; quiet < 2 && performance.now() - began < LONGEST_MS; quiet++) await afterAccepting();
  // Not the close of an HTTP server, which cuts connections that are idle.
  for (const server of servers) Server.prototype.close.call(server);
}
