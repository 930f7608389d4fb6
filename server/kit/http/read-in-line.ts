/**
 * Who reads much at once waits for themselves. What is not in memory, a page to render or a question to the database, stands in
 * the line of its address and then in that of its network, so that those of others wait for the few that are at work there
 * and not for all that may be asked in a minute. Then it takes a place among all that read, with those who want the same.
 */
import { setImmediate as immediately } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { lines } from '#server/kit/lines.ts';
import { unlessLate } from '#server/kit/unless-late.ts';
import { household, networkIn } from './actor.ts';
import { busy } from './errors.ts';
import { problemsOf } from './failures.ts';
import { inTime } from './in-time.ts';
import { isInside } from './inside.ts';
import { type InRush, inRush } from './rush.ts';
import { addressOf } from './visitor-address.ts';

/**
 * How many are at work for one network in this process: of calls these or half of the connections to the database, of pages so
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
 * database hangs those hang with it, and a page is shown as it was last known. What a page asks for takes a place among
 * the calls, so that no more is asked than there are connections.
 */
export type ReadInLine = <T>(
  request: FastifyRequest,
  kind: Kind,
  /** What is shared with others who ask for the same is shared around `amongAll`: one place for all of them. */
  read: (amongAll: AmongAll) => Promise<T>,
  /** Whether it is somebody's own or was there for everybody a while ago: it goes before what anybody may invent. */
  isKnown?: boolean,
) => Promise<T>;
export type AmongAll = <T>(work: () => Promise<T>) => Promise<T>;
type Kind = keyof typeof AT_WORK;

export function readingLines({
  scale,
  connections = 10,
  asking,
  log,
}: {
  scale: number;
  connections?: number;
  /** Of all that ask the database: calls, and what pages ask for. */
  asking: InRush;
  log: FastifyBaseLogger;
}): ReadInLine {
  const lost = problemsOf(log);
  const atWork = { ...AT_WORK, call: Math.min(AT_WORK.call, Math.floor(connections / 2)) };
  const linesOf = (kind: Kind) => lines({ atWork: atWork[kind], longest: IN_LINE * Math.max(1, scale), full: busy });
  const ofAddress = { page: linesOf('page'), call: linesOf('call') };
  const ofNetwork = { page: linesOf('page'), call: linesOf('call') };
  const ofAll = { page: inRush(Math.max(AT_WORK.page, connections)), call: asking };
  return async (request, kind, read, isKnown = false) => {
    const address = addressOf(request);
    let hasBegun = false;
    const amongAll: AmongAll = (work) => {
      const turn = async () => {
        hasBegun = true;
        // Else one page after the other is rendered, of a line or of all that just arrived, before anybody else is heard.
        if (!isInside(request)) await immediately();
        return work();
      };
      return ofAll[kind](isKnown ? 'known' : 'invented', unlessLate(turn, busy));
    };
    // What a page asks for has waited with the page.
    if (isInside(request)) return read(amongAll);
    const inOwnTurn = unlessLate(() => read(amongAll), busy);
    const reading = ofAddress[kind](household(address), () => ofNetwork[kind](networkIn(address), inOwnTurn));
    return inTime(reading, { request, lost, ...(!hasBegun && { late: busy }) });
  };
}
