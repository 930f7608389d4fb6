/**
 * Who reads much at once waits for themselves. What is not in memory, a page to render or a question to the database, stands in
 * the line of its address and then in that of its network, so that those of others wait for the few that are at work there
 * and not for all that may be asked in a minute.
 */
import { setImmediate as immediately } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { lines, unlessLate } from '#server/kit/lines.ts';
import { household, networkIn } from './actor.ts';
import { busy } from './errors.ts';
import { problemsOf } from './failures.ts';
import { inTime, PATIENCE_MS } from './in-time.ts';
import { isInside } from './inside.ts';
import { inRush } from './rush.ts';
import { addressOf } from './visitor-address.ts';

/**
 * How many are at work for one network in this process: of calls fewer than there are connections to the database, of pages so
 * many that one is rendered while others wait for their data.
 */
const AT_WORK = { page: 4, call: 8 };
/**
 * How many more wait: a carrier has fifty people behind one address, and each asks for a page and what belongs to it. Multiplied
 * by RATE_LIMIT_SCALE where that is more.
 */
const IN_LINE = 200;

/**
 * Reads when it is its turn; 503 where the line is full, or waiting takes too long. Pages do not wait for calls: while the
 * database hangs those hang with it, and a page is shown as it was last known.
 */
export type ReadInLine = <T>(
  request: FastifyRequest,
  kind: Kind,
  read: () => Promise<T>,
  /** Whether it is somebody's own or was there for everybody a while ago: it goes before what anybody may invent. */
  isKnown?: boolean,
) => Promise<T>;
type Kind = keyof typeof AT_WORK;

export function readingLines({
  scale,
  connections = 10,
  log,
}: {
  scale: number;
  connections?: number;
  log: FastifyBaseLogger;
}): ReadInLine {
  const lost = problemsOf(log);
  const linesOf = (kind: Kind) => lines({ atWork: AT_WORK[kind], longest: IN_LINE * Math.max(1, scale), full: busy });
  const ofAddress = { page: linesOf('page'), call: linesOf('call') };
  const ofNetwork = { page: linesOf('page'), call: linesOf('call') };
  // More would wait for a connection, before who orders.
  const ofAll = {
    page: inRush({ atWork: Math.max(AT_WORK.page, connections) }),
    call: inRush({ atWork: Math.max(AT_WORK.call, connections) }),
  };
  return async (request, kind, read, isKnown = false) => {
    // What a page asks for belongs to the page.
    if (isInside(request)) return read();
    const address = addressOf(request);
    const readUnlessLate = unlessLate(read, PATIENCE_MS);
    let hasBegun = false;
    const turn = async () => {
      hasBegun = true;
      // Else one page after the other is rendered, of a line or of all that just arrived, before anybody else is heard.
      await immediately();
      return readUnlessLate();
    };
    const reading = ofAddress[kind](household(address), () =>
      ofNetwork[kind](networkIn(address), () => ofAll[kind](turn, isKnown)),
    );
    return inTime(reading, { request, lost, ...(!hasBegun && { late: busy }) });
  };
}
