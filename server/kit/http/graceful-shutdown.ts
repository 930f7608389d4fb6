/** Graceful shutdown of the HTTP server. */
import { Server } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const ACCEPT_BACKLOG_MS = 1_000;
/** How long running requests may take before their connections are closed. */
const DRAIN_MS = 22_500;

/**
 * Closes the listening sockets. Open connections stay and get `Connection: close` with their next response: a proxy may be sending
 * a write on an idle one, which it could not retry.
 */
export async function stopAcceptingConnections(servers: readonly Server[], leaving: AbortController): Promise<void> {
  leaving.abort();
  // Closing a socket resets connections in its backlog. One per socket is accepted in each round of the event loop, so wait for
  // two rounds without a new connection; the first may be half over.
  const began = performance.now();
  let quiet = 0;
  const onConnection = () => {
    quiet = 0;
  };
  for (const server of servers) server.on('connection', onConnection);
  for (; quiet < 2 && performance.now() - began < ACCEPT_BACKLOG_MS; quiet++) await nextRound();
  // Not `http.Server.close`, which also closes idle connections.
  for (const server of servers) Server.prototype.close.call(server);
}

/** Waits for running requests, at most `DRAIN_MS`, then closes all connections. */
export async function drain(
  app: FastifyInstance,
  { sockets, log }: { sockets: readonly Server[]; log: FastifyBaseLogger },
): Promise<void> {
  const timeout = setTimeout(() => {
    log.warn('requests took too long to end and were cut off');
    app.server.closeAllConnections();
  }, DRAIN_MS);
  // A connection whose last request ends from now on would otherwise be kept alive.
  const interval = setInterval(() => app.server.closeIdleConnections(), 100);
  await Promise.all([app.close(), ...sockets.map((socket) => new Promise((resolve) => socket.close(resolve)))]);
  clearInterval(interval);
  clearTimeout(timeout);
}
