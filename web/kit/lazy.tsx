/** Code and styles that are loaded after the first view: lazy components, prefetching, the rest of the styles, and the error boundary. */
import { Component, type ComponentType, type ReactNode, use } from 'react';
import type { Area } from '#core/i18n/areas.ts';
import { withResolvers } from './browser.ts';
import { onConnection, reportUnreachable, waitForConnection, withRequestTimeout } from './data/online.ts';
import { loadWords } from './i18n/i18n.tsx';

export type Lazy<Props extends object> = ComponentType<Props> & {
  /** Preloads it. */
  load: () => Promise<void>;
};

const failed = new Set<() => void>();

/** Lets components that failed to load be loaded again on their next render. */
function resetFailedLoads(): void {
  for (const reset of failed) reset();
  failed.clear();
}

let isAnyFailed = false;

/** Whether any load failed: many browsers repeat the failure until the page is reloaded. */
export function hasFailedLoad(): boolean {
  return isAnyFailed;
}

/** For tests: the state of a page that was just loaded. */
export function resetLoadFailures(): void {
  resetFailedLoads();
  isAnyFailed = false;
}

/** A load that fails or hangs triggers a connection check, like an API call. */
async function watched<T>(loading: Promise<T>): Promise<T> {
  try {
    return await withRequestTimeout({ timeout: null }, () => loading);
  } catch (error) {
    isAnyFailed = true;
    reportUnreachable();
    throw error;
  }
}

/** How long a load that hung while offline may take once the connection is back, in ms. */
const CATCH_UP_MS = 3000;

class StuckError extends Error {}

/** Rejects when nothing arrived although the connection came back. */
function unlessStuck<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onConnection((isOnline) => {
      if (isOnline) setTimeout(() => reject(new StuckError('Nothing came, though there is a connection')), CATCH_UP_MS);
    });
    void loading.then(resolve, reject).finally(stop);
  });
}

type OnGiveUp = (error: unknown) => Promise<never>;

const rethrow: OnGiveUp = async (error) => {
  throw error;
};

/** For pages and page-like dialogs: reloads the document. */
export const reloadPage: OnGiveUp = () => {
  location.reload();
  return new Promise(() => {});
};

/**
 * A component loaded on its first render, or before by `load`; once loaded it renders synchronously. `words` are the message
 * areas it needs. A load lost with the connection is retried when that is back; `giveUp` handles what fails even then.
 */
export function lazyWithRetry<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  words: readonly Area[] = [],
  giveUp = rethrow,
): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let rendering: Promise<ComponentType<Props>> | undefined;
  const begin = () => {
    loading ??= watched(Promise.all([fetchIt(), loadWords(words)])).then(([component]) => {
      loaded = component;
      return component;
    });
    return loading;
  };
  const beginWithRetry = async () => {
    try {
      return await unlessStuck(begin());
    } catch (error) {
      loading = undefined;
      // The browser would return the same hanging request.
      if (error instanceof StuckError) return giveUp(error);
      if (!(await waitForConnection())) throw error;
      return begin().catch(giveUp);
    }
  };
  const reset = () => {
    loading = undefined;
    rendering = undefined;
  };
  // A failure stays until the boundary has caught it: React renders once more before it gives up.
  const render = () => {
    failed.add(reset);
    rendering ??= beginWithRetry();
    return rendering;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, when it is read
  const LazyComponent = (props: Props) => {
    // A component that suspended keeps reading the same promise.
    const Loaded = (rendering ? use(rendering) : loaded) ?? use(render());
    return <Loaded {...props} />;
  };
  const load = async () => {
    try {
      await begin();
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return Object.assign(LazyComponent, { load });
}

interface BoundaryProps {
  fallback: (retry: () => void) => ReactNode;
  /** Key of the content; a change retries rendering. */
  of?: unknown;
  children: ReactNode;
}

/** Shows `fallback` in place of children that failed to render. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false, of: this.props.of };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, before: { of: unknown }) {
    return of === before.of ? null : { failed: false, of };
  }

  /** Also on Back to a page that worked. */
  readonly #retry = () => this.setState({ failed: false });

  override componentDidMount() {
    window.addEventListener('popstate', this.#retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('popstate', this.#retry);
  }

  override componentDidCatch() {
    resetFailedLoads();
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}

/** The Network Information API, where the browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether data saving is on or the connection is too slow for prefetching. */
function isConnectionLimited(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

const untilLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(null);
    else window.addEventListener('load', resolve, { once: true });
  });

const untilIdle = () =>
  new Promise<unknown>((resolve) => {
    // Missing in Safari.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });

/** How long other code waits for the pictures of the first view, in ms. */
const FIRST_VIEW_MS = 3000;
const INPUTS = ['pointerdown', 'keydown', 'scroll'] as const;

/** Resolves when the page is shown and the browser idle; at the latest after `FIRST_VIEW_MS`, or at the first input. */
export async function firstViewIsOver(): Promise<void> {
  const { promise: input, resolve } = withResolvers();
  for (const type of INPUTS) window.addEventListener(type, () => resolve(), { once: true, passive: true });
  const timeout = new Promise((onTime) => setTimeout(onTime, FIRST_VIEW_MS));
  await Promise.race([untilLoaded().then(untilIdle), timeout, input]);
}

/** Runs loads one after the other while the browser is idle; returns the cancel function. Failures are ignored: each is loaded again when needed. */
export function prefetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  let isCancelled = false;
  const run = async () => {
    await untilLoaded();
    for (const load of loads) {
      await untilIdle();
      await waitForConnection();
      if (isCancelled || isConnectionLimited()) return;
      await Promise.allSettled([load()]);
    }
  };
  void run();
  return () => {
    isCancelled = true;
  };
}

/** How long hydration waits for the style sheet, in ms. */
const STYLES_TIMEOUT_MS = 3000;
/** Pauses between retries in ms; the last one repeats. */
const STYLES_PAUSES_MS = [1000, 4000, 15_000];

/** The document carries the styles of its first view only. Resolves once the whole sheet is loaded or the timeout passed; retries until it is loaded. */
export function loadStyleSheet(): Promise<void> | undefined {
  const href = document.querySelector<HTMLLinkElement>('link[as=style]')?.href;
  if (!href) return;
  const { promise, resolve } = withResolvers();
  setTimeout(resolve, STYLES_TIMEOUT_MS);
  insertStyles(href, resolve);
  return promise;
}

function insertStyles(href: string, onLoad: () => void, count = 0): void {
  const link = document.createElement('link');
  const retry = async () => {
    link.remove();
    await new Promise((resolve) => setTimeout(resolve, STYLES_PAUSES_MS[Math.min(count, STYLES_PAUSES_MS.length - 1)]));
    await waitForConnection();
    insertStyles(href, onLoad, count + 1);
  };
  Object.assign(link, { rel: 'stylesheet', href, onload: () => onLoad(), onerror: () => void retry() });
  document.head.append(link);
}
