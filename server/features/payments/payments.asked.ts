/** Questions to the provider about one payment while somebody waits: few, and none that takes too long. */
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type PaymentProvider, ProviderAway, type ProviderPayment } from '#server/gateways/payments/provider.ts';

/** Shorter than anybody waits for an answer of the shop, so that the provider's silence is told as that. */
const PATIENCE_MS = 4_000;
/** Also for whoever waited for something else before. */
const LEAST_MS = 1_000;
const REMEMBERED = 10_000;

type Found = ProviderPayment | null;
export type FindPayment = (cards: Pick<PaymentProvider, 'find'>, id: string) => Promise<Found>;

/** The provider for a call that began so long ago. What it does later, it does all the same: whoever asks again finds it. */
export function impatient(cards: PaymentProvider, elapsedMs: number): PaymentProvider {
  const end = performance.now() + Math.max(LEAST_MS, PATIENCE_MS - elapsedMs);
  const soon = async <T>(answer: Promise<T>): Promise<T> => {
    const answered = new AbortController();
    const late = wait(Math.max(0, end - performance.now()), undefined, { signal: answered.signal }).then(() => {
      throw new ProviderAway('it did not answer in time');
    });
    return Promise.race([answer, late]).finally(() => answered.abort());
  };
  return {
    ...cards,
    create: (attempt) => soon(cards.create(attempt)),
    change: (id, attempt) => soon(cards.change(id, attempt)),
    find: (id) => soon(cards.find(id)),
  };
}

/**
 * Finds payments, one question at a time about each. Whoever asks while one is under way shares the next: the answer of
 * that one may be older than what they did. One that was canceled stays so, and is not asked about again.
 */
export function findingOnce(): FindPayment {
  const canceled = new LRUCache<string, ProviderPayment>({ max: REMEMBERED });
  const underWay = new Map<string, Promise<Found>>();
  const next = new Map<string, Promise<Found>>();

  async function ask(cards: Pick<PaymentProvider, 'find'>, id: string): Promise<Found> {
    const found = await cards.find(id);
    if (found?.state === 'canceled') canceled.set(id, found);
    return found;
  }

  function begin(cards: Pick<PaymentProvider, 'find'>, id: string): Promise<Found> {
    next.delete(id);
    const question = ask(cards, id).finally(() => underWay.delete(id));
    underWay.set(id, question);
    return question;
  }

  return async (cards, id) => {
    const known = canceled.get(id) ?? next.get(id);
    if (known) return known;
    const before = underWay.get(id);
    if (!before) return begin(cards, id);
    const again = () => begin(cards, id);
    const after = before.then(again, again);
    next.set(id, after);
    return after;
  };
}
