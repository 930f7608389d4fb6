/**
 * Whether our server can be reached. The browser's events and failed requests trigger a check; only an answer of our own
 * server counts as being online.
 */
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Intervals between checks while offline, in ms: a return is noticed within five seconds. */
const CHECK_INTERVALS = [1000, 2000, 4000];
/** How long a check may take before the connection counts as lost, in ms. A slow line takes seconds for any answer. */
const GRACE_MS = 8000;
/** Timeout of a check, in ms. */
const CHECK_TIMEOUT_MS = 15_000;

let doubt: ReturnType<typeof setTimeout> | undefined;
/** Resolvers of callers that wait for the running check. */
const doubters = new Set<() => void>();
let nextCheck: ReturnType<typeof setTimeout> | undefined;

/** Called when an answer arrived that only our server gives. */
export function reportReached(): void {
  clearTimeout(nextCheck);
  settleDoubt();
  onlineManager.setOnline(true);
}

/** Called when a request failed without an answer. Checks whether it was the connection; does nothing on the server. */
export function reportUnreachable(): void {
  if (typeof window === 'undefined' || doubt !== undefined || !onlineManager.isOnline()) return;
  doubt = setTimeout(goOffline, navigator.onLine ? GRACE_MS : 0);
  void check();
}

function settleDoubt(): void {
  clearTimeout(doubt);
  doubt = undefined;
  for (const settled of doubters) settled();
  doubters.clear();
}

/** Waits for a running check and, if offline, for the connection; resolves to whether it was lost. */
export async function waitForConnection(): Promise<boolean> {
  if (doubt !== undefined) await new Promise<void>((settled) => doubters.add(settled));
  if (onlineManager.isOnline()) return false;
  await new Promise<void>((settled) => {
    const stop = onConnection(() => {
      stop();
      settled();
    });
  });
  return true;
}

function goOffline(): void {
  settleDoubt();
  onlineManager.setOnline(false);
  keepChecking();
}

/** Paused while the tab is hidden. */
function keepChecking(count = 0): void {
  clearTimeout(nextCheck);
  if (onlineManager.isOnline() || document.visibilityState === 'hidden') return;
  void check();
  nextCheck = setTimeout(() => keepChecking(count + 1), CHECK_INTERVALS[Math.min(count, CHECK_INTERVALS.length - 1)]);
}

async function check(): Promise<void> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    const { status } = await answer.json();
    if (status === 'alive') return reportReached();
  } catch {
    // No answer, or one of a proxy or captive portal.
  }
  if (doubt !== undefined) goOffline();
}

if (typeof window !== 'undefined') {
  const resume = () => keepChecking();
  onlineManager.setEventListener(() => {
    window.addEventListener('offline', goOffline);
    window.addEventListener('online', resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resume);
    };
  });
  if (!navigator.onLine) goOffline();
}

/** Calls `listener` when the connection is lost or returns; returns the unsubscribe function. */
export const onConnection = (listener: (isOnline: boolean) => void): (() => void) => onlineManager.subscribe(listener);

export const hasConnection = (): boolean => onlineManager.isOnline();

/** True while there is no connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    onConnection,
    () => !onlineManager.isOnline(),
    () => false,
  );
}

/** A request without an answer triggers a connection check this often, in ms. */
const DOUBT_MS = 2500;
const READ_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 30_000;

interface Timed {
  /** Aborted by the caller. */
  signal?: AbortSignal | undefined;
  /** Null without a timeout, as for file transfers. */
  timeout: 'read' | 'write' | null;
}

/**
 * Runs a request that may hang while the browser believes to be online: the connection is checked until `answered` is
 * called, and `signal` aborts with a TimeoutError when it takes too long.
 */
export async function withRequestTimeout<T>(
  { signal: outer, timeout }: Timed,
  run: (signal: AbortSignal, answered: () => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  const checks = setInterval(reportUnreachable, DOUBT_MS);
  const giveUp = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  const limit = timeout && setTimeout(giveUp, timeout === 'read' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
  try {
    return await run(controller.signal, () => clearInterval(checks));
  } finally {
    clearInterval(checks);
    if (limit) clearTimeout(limit);
    outer?.removeEventListener('abort', abort);
  }
}
