/** A component fetched when it is first shown, or before. Once it is there it renders without waiting. */
import { type ComponentType, use } from 'react';
import type { Area } from '#core/i18n/areas.ts';
import { loadWords } from './i18n.tsx';
import { onConnection, reportUnreachable, waitForConnection } from './online.ts';
import { waitPatiently } from './patience.ts';

export type Lazy<Props extends object> = ComponentType<Props> & {
  /** Fetches it ahead of its first showing. */
  load: () => Promise<void>;
};

const failed = new Set<() => void>();

/** Lets what could not be fetched be fetched again when it is shown the next time. */
export function forgetFailedFetches(): void {
  for (const forget of failed) forget();
  failed.clear();
}

let isAnyLost = false;

/** Whether anything could not be fetched: many browsers give the same refusal again until the page is a new one. */
export function isAnyFetchLost(): boolean {
  return isAnyLost;
}

/** As on a page that was just loaded. */
export function forgetLostFetches(): void {
  forgetFailedFetches();
  isAnyLost = false;
}

/** Like a call, it makes us ask for the connection when it fails or hangs. */
async function patiently<T>(fetching: Promise<T>): Promise<T> {
  const waiting = waitPatiently(undefined, { method: 'GET', isLong: true });
  try {
    return await fetching;
  } catch (error) {
    isAnyLost = true;
    reportUnreachable();
    throw error;
  } finally {
    waiting.end();
  }
}

/** How long what hung while the connection was lost may take once that is back, in ms. */
const CATCH_UP_MS = 3000;

class StuckError extends Error {}

/** Rejects when it did not come although the connection came back. */
function unlessStuck<T>(fetching: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onConnection((isOnline) => {
      if (isOnline) setTimeout(() => reject(new StuckError('Nothing came, though there is a connection')), CATCH_UP_MS);
    });
    void fetching.then(resolve, reject).finally(stop);
  });
}

type GiveUp = (error: unknown) => Promise<never>;

const fail: GiveUp = async (error) => {
  throw error;
};

/** Gives up what is the page, or stands for one: it is loaded anew. */
export const beginAnew: GiveUp = () => {
  location.reload();
  return new Promise(() => {});
};

/**
 * `words` are those that it says beyond the words of every page. What is lost with the connection is fetched again when
 * that is back; `giveUp` says what becomes of what is refused even then.
 */
export function lazily<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  words: readonly Area[] = [],
  giveUp = fail,
): Lazy<Props> {
  let arrived: ComponentType<Props> | undefined;
  let fetching: Promise<ComponentType<Props>> | undefined;
  let showing: Promise<ComponentType<Props>> | undefined;
  const begin = () => {
    fetching ??= patiently(Promise.all([fetchIt(), loadWords(words)])).then(([component]) => {
      arrived = component;
      return component;
    });
    return fetching;
  };
  const insist = async () => {
    try {
      return await unlessStuck(begin());
    } catch (error) {
      fetching = undefined;
      // What hangs would be given to us again, hanging.
      if (error instanceof StuckError) return giveUp(error);
      if (!(await waitForConnection())) throw error;
      return begin().catch(giveUp);
    }
  };
  const forget = () => {
    fetching = undefined;
    showing = undefined;
  };
  // While it is shown, a failure stays until the boundary has caught it: React renders once more before it gives up.
  const show = () => {
    failed.add(forget);
    showing ??= insist();
    return showing;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, when it is read
  const Component = (props: Props) => {
    // What was waited for once is asked for in the same way until the end.
    const Arrived = (showing ? use(showing) : arrived) ?? use(show());
    return <Arrived {...props} />;
  };
  const load = async () => {
    try {
      await begin();
    } catch (error) {
      fetching = undefined;
      throw error;
    }
  };
  return Object.assign(Component, { load });
}
