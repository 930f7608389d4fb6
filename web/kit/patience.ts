/** How long a call waits: it may hang without an answer and without a failure while the browser believes in its network. */
import { reportUnreachable } from './online.ts';

/** As often as this a call without an answer makes us ask whether there is a connection, in ms. */
const DOUBT_MS = 2500;
/** When a call is given up, in ms; what changes something is given longer. */
const READ_MS = 15_000;
const CHANGE_MS = 30_000;

interface Waiting {
  /** Aborts when the answer is no longer wanted, or too late. */
  signal: AbortSignal;
  /** Something arrived: the connection is not in doubt. */
  answered: () => void;
  end: () => void;
}

/** Starts to wait. `isLong` is a file on its way, which takes as long as it takes. */
export function waitPatiently(
  unwanted: AbortSignal | undefined,
  { method, isLong }: { method: string; isLong: boolean },
): Waiting {
  const controller = new AbortController();
  const abort = () => controller.abort(unwanted?.reason);
  if (unwanted?.aborted) abort();
  unwanted?.addEventListener('abort', abort);
  const doubt = setInterval(reportUnreachable, DOUBT_MS);
  const giveUp = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  const limit = isLong ? undefined : setTimeout(giveUp, method === 'GET' ? READ_MS : CHANGE_MS);
  return {
    signal: controller.signal,
    answered: () => clearInterval(doubt),
    end() {
      clearInterval(doubt);
      clearTimeout(limit);
      unwanted?.removeEventListener('abort', abort);
    },
  };
}
