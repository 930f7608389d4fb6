/**
 * Redemptions that wait on this device for a connection, kept in localStorage until the server has answered. Sending one
 * again is safe: its nonce is an idempotency key. They outlive a sign-out, because money may depend on them, and are sent
 * by the account or till that made them.
 */
import { useEffect } from 'react';
import { type ApiError, isRefusal } from '#core/contract/call.ts';
import type { BodyOf } from '#core/contract/endpoint.ts';
import { redeem } from '#core/contract/redeem.ts';
import { MAX_QUEUED } from '#core/domain/vouchers.ts';
import { api } from '#web/kit/data/api.ts';
import { onConnection } from '#web/kit/data/online.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { withTabLock } from '#web/kit/data/tabs.ts';

export type RedeemBody = BodyOf<typeof redeem.redeem>;

interface Queued {
  /** Key of the account or till. */
  redeemer: string;
  body: RedeemBody & { happenedAt: string };
  /** Null while it waits. */
  outcome: null | { isAccepted: true; title: string; titleEn: string | null } | Refusal;
}

interface Refusal {
  isAccepted: false;
  code: string;
  /** In the language of the page of then. */
  message: string;
}

const isQueued = (stored: unknown): stored is Queued =>
  typeof stored === 'object' && stored !== null && 'redeemer' in stored && 'body' in stored && 'outcome' in stored;

export const redeemQueue = createStoredState<readonly Queued[]>('redeemQueue', {
  none: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter(isQueued) : []),
});

const isWaiting = ({ outcome }: Queued) => outcome === null;

/** Keeps a redemption until it can be sent; false when too many wait. */
export function enqueue(redeemer: string, body: RedeemBody): boolean {
  const queue = redeemQueue.readFresh().filter((other) => other.body.nonce !== body.nonce);
  if (queue.filter(isWaiting).length >= MAX_QUEUED) return false;
  const happenedAt = body.happenedAt ?? new Date().toISOString();
  redeemQueue.set([...queue, { redeemer, body: { ...body, happenedAt }, outcome: null }]);
  return true;
}

export const dequeue = (nonce: string) =>
  redeemQueue.set(redeemQueue.readFresh().filter(({ body }) => body.nonce !== nonce));

function settle(nonce: string, outcome: Queued['outcome']): void {
  redeemQueue.set(redeemQueue.readFresh().map((each) => (each.body.nonce === nonce ? { ...each, outcome } : each)));
}

/** An answer of our server about the request itself, not one of a proxy. */
export const isAnswer = (error: unknown): error is ApiError & { code: string } =>
  isRefusal(error) && error.code !== undefined;

/** Not an answer about the voucher: who asks is unknown, or has asked too often. */
const LATER = new Set([401, 403, 429]);

async function sendWaiting(redeemer: string): Promise<void> {
  for (const { body } of redeemQueue.readFresh().filter((each) => isWaiting(each) && each.redeemer === redeemer)) {
    try {
      const { voucher } = await api.call(redeem.redeem, { body });
      settle(body.nonce, { isAccepted: true, title: voucher.title, titleEn: voucher.titleEn });
    } catch (error) {
      if (!isAnswer(error) || LATER.has(error.status)) return;
      settle(body.nonce, { isAccepted: false, code: error.code, message: error.said ?? '' });
    }
  }
}

const SEND_EVERY_MS = 60_000;

/** What was scanned by this account or till, newest first, and how many wait for another; sends what waits. */
export function useRedeemQueue(redeemer: string) {
  const queue = useStoredState(redeemQueue);
  const own = queue.filter((each) => each.redeemer === redeemer).reverse();
  const hasWaiting = own.some(isWaiting);
  useEffect(() => {
    if (!hasWaiting) return;
    const send = () => {
      if (document.visibilityState === 'visible') void withTabLock('redeemQueue', () => sendWaiting(redeemer));
    };
    send();
    const timer = setInterval(send, SEND_EVERY_MS);
    const stop = onConnection((isOnline) => isOnline && send());
    window.addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
    };
  }, [redeemer, hasWaiting]);
  return { own, ofOthers: queue.filter((each) => isWaiting(each) && each.redeemer !== redeemer).length };
}
