/**
 * Whether our server can be reached. The browser's word and requests that fail make us ask; only an answer of our own
 * server decides that there is a connection.
 */
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Between two questions while there is no connection, in ms: a return is noticed within five seconds. */
const PACE = [1000, 2000, 4000];
/** How long an answer may take before a request that failed counts as a lost connection, in ms. */
const PATIENCE_MS = 2000;
/** A question that was not answered by then is given up, in ms. */
const GIVE_UP_MS = 15_000;

let doubt: ReturnType<typeof setTimeout> | undefined;
/** Who waits for it to be settled. */
const doubters = new Set<() => void>();
let nextQuestion: ReturnType<typeof setTimeout> | undefined;

/** Something arrived that only our server says. */
export function reportReached(): void {
  clearTimeout(nextQuestion);
  settleDoubt();
  onlineManager.setOnline(true);
}

/**
 * A request found no way; it may have been that one alone, because `navigator.onLine` says yes to any network. The server
 * has nobody to look for: what it cannot load is no matter of connections.
 */
export function reportUnreachable(): void {
  if (typeof window === 'undefined' || doubt !== undefined || !onlineManager.isOnline()) return;
  doubt = setTimeout(lose, navigator.onLine ? PATIENCE_MS : 0);
  void ask();
}

function settleDoubt(): void {
  clearTimeout(doubt);
  doubt = undefined;
  for (const tell of doubters) tell();
  doubters.clear();
}

/** Waits until there is surely a connection; resolves to whether it was lost until then. */
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

function lose(): void {
  settleDoubt();
  onlineManager.setOnline(false);
  keepAsking();
}

/** Nobody sees the banner of a hidden tab; it goes on when the tab is looked at. */
function keepAsking(count = 0): void {
  clearTimeout(nextQuestion);
  if (onlineManager.isOnline() || document.visibilityState === 'hidden') return;
  void ask();
  nextQuestion = setTimeout(() => keepAsking(count + 1), PACE[Math.min(count, PACE.length - 1)]);
}

async function ask(): Promise<void> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP_MS) });
    const { status } = await answer.json();
    if (status === 'alive') return reportReached();
  } catch {
    // Not answered, or by something in between, such as the sign-in page of a hotel.
  }
  if (doubt !== undefined) lose();
}

if (typeof window !== 'undefined') {
  const resume = () => keepAsking();
  onlineManager.setEventListener(() => {
    window.addEventListener('offline', lose);
    window.addEventListener('online', resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      window.removeEventListener('offline', lose);
      window.removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resume);
    };
  });
  if (!navigator.onLine) lose();
}

/** Calls `listener` when the connection is lost or comes back; returns how to stop that. */
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
