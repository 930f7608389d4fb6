/** How requests of one connection follow each other: one is begun when the one before is answered. */
import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies send none ahead; what does sends fewer. */
const MAX_AHEAD = 20;

interface Line {
  isAnswering: boolean;
  /** What was sent ahead of answers. */
  waiting: (() => void)[];
  silence?: NodeJS.Timeout;
}

export function serializePipelinedRequests(server: Server): void {
  const [begin] = server.listeners('request') as RequestListener[];
  const lines = new WeakMap<Socket, Line>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // What arrived together with the one too many is still read from a connection that was cut.
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? newLine(socket);
    const answer = () => {
      response.once('close', () => goOn(line, socket));
      begin?.(request, response);
    };
    if (!line.isAnswering) {
      line.isAnswering = true;
      answer();
    } else if (line.waiting.length < MAX_AHEAD) line.waiting.push(AsyncResource.bind(answer));
    else socket.destroy();
  });
  // Node would answer by itself, without our headers; one may go on as if nothing was expected.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  function newLine(socket: Socket): Line {
    const line: Line = { isAnswering: false, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => clearTimeout(line.silence));
    return line;
  }

  function goOn(line: Line, socket: Socket): void {
    if (socket.destroyed) return;
    const answer = line.waiting.shift();
    if (answer) {
      answer();
      return;
    }
    line.isAnswering = false;
    // Node's own patience begins anew with every empty line.
    if (line.silence) line.silence.refresh();
    else line.silence = setTimeout(endIfSilent, server.keepAliveTimeout + server.headersTimeout, line, socket).unref();
  }
}

function endIfSilent({ isAnswering }: Line, socket: Socket): void {
  if (!isAnswering) socket.destroy();
}
