/**
 * Carries out what is wanted of the cart, one after the other in the order it was wanted. Meanwhile the screen shows the
 * server's lines with everything applied that the server has not answered yet. So a refusal puts back only itself, and an
 * order takes exactly what was on the screen.
 */
import { CancelledError, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import {
  type Addition,
  apply,
  type Intention,
  isFulfilled,
  lineOf,
  replacedBy,
  standingOn,
} from './cart-intentions.ts';

/** Taps within this time are sent as one change, in ms. */
const TAPS_MS = 300;
const LINE_GONE = 'cart.lineNotFound';

export interface CartCalls {
  list(): Promise<CartItem[]>;
  add(addition: Addition): Promise<CartItem>;
  setQuantity(itemId: string, quantity: number): Promise<unknown>;
  remove(itemId: string): Promise<unknown>;
  clear(): Promise<unknown>;
}

export interface CartQueue {
  /** Resolves when the server has done it, rejects when it has not; with a `CancelledError` when somebody left meanwhile. */
  want(intention: Intention): Promise<unknown>;
  /** Orders what the screen shows: after everything that was wanted before, and not at all if some of that fails. */
  order<T>(confirm: () => Promise<T>): Promise<T>;
  /** What the screen shows; undefined while the server's lines are not known. */
  shown(): CartItem[] | undefined;
  /** What the server has not answered yet; the same array until it changes. */
  pending(): readonly Intention[];
  /** The server's lines, asked for when nothing is pending: between two changes they would be old on arrival. */
  list(): Promise<CartItem[]>;
  /** Ends a pause: the page is being left, and what was tapped counts. */
  hurry(): void;
  /** Leaves undone what has not been sent or would be tried again, and answers unread: the cart is somebody else's now. */
  forget(): void;
  subscribe(listener: () => void): () => void;
}

interface Entry {
  intention: Intention;
  send: (intention: Intention) => Promise<unknown>;
  done: ReturnType<typeof withResolvers>;
  isSent: boolean;
  /** While a pause lasts: another tap makes it last longer, anything else ends it. */
  prolong?: () => void;
  endPause?: () => void;
}

interface Parts {
  queries: QueryClient;
  /** Where the server's lines are kept. */
  queryKey: () => QueryKey;
  calls: CartCalls;
  /** Called when everything wanted has been answered. */
  onDone?: () => void;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure over the changes under way, none of which means anything without the others
export function createCartQueue({ queries, queryKey, calls, onDone }: Parts): CartQueue {
  let entries: readonly Entry[] = [];
  let pending: readonly Intention[] = [];
  let working = Promise.resolve();
  /** How often the cart became somebody else's. */
  let departures = 0;
  /** An answer was lost and nobody has looked since: nothing is sent that stands on what was known before. */
  let isInDoubt = false;
  /** Additions that may have been made: whoever wants one again, having been told that it failed, wants that one. */
  const unanswered = new Map<string, Addition>();
  const listeners = new Set<() => void>();

  const lines = () => queries.getQueryData<CartItem[]>(queryKey());
  /** Nothing that one person wanted is sent, or sent again, as the next. */
  function unlessLeft<T>(call: () => Promise<T>): () => Promise<T> {
    const since = departures;
    return () => (since === departures ? call() : Promise.reject(new CancelledError({ silent: true })));
  }
  /** As often as the specification says. */
  const insist = <T>(call: () => Promise<T>) =>
    queries
      .getMutationCache()
      .build(queries, { mutationFn: unlessLeft(call) })
      .execute(undefined);

  function become(next: readonly Entry[]): void {
    entries = next;
    pending = next.map(({ intention }) => intention);
    for (const tell of listeners) tell();
  }

  function push(intention: Intention, send: Entry['send']): Promise<unknown> {
    const entry: Entry = { intention, send, done: withResolvers(), isSent: false };
    entries[0]?.endPause?.();
    become([...entries, entry]);
    if (entries.length === 1) working = working.then(work);
    return entry.done.promise;
  }

  async function work(): Promise<void> {
    const since = departures;
    for (let entry = entries[0]; entry; entry = entries[0]) {
      if (entry.intention.kind === 'set' && entries.length === 1) await pause(entry);
      if (entries[0] === entry) await carryOut(entry);
      if (since !== departures) return;
    }
    void queries.invalidateQueries({ queryKey: queryKey() });
    onDone?.();
  }

  /** Waits until the taps pause or something else is wanted. */
  function pause(entry: Entry): Promise<void> {
    return new Promise((resolve) => {
      let timer = setTimeout(resolve, TAPS_MS);
      entry.prolong = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, TAPS_MS);
      };
      entry.endPause = resolve;
    });
  }

  async function carryOut(entry: Entry): Promise<void> {
    entry.isSent = true;
    let before: CartItem[] | undefined;
    try {
      // A list that was asked for earlier must not overwrite what comes now.
      await queries.cancelQueries({ queryKey: queryKey() });
      if (isInDoubt) learn(entry, await look());
      if (entries[0] !== entry) return;
      before = lines();
      const answer = await entry.send(entry.intention);
      finish(entry, before && answered(before, entry.intention, answer));
      entry.done.resolve(answer);
    } catch (error) {
      if (entries[0] !== entry) return;
      if (!isRefusal(error)) isInDoubt = true;
      const now = isInDoubt ? await look().catch(() => undefined) : undefined;
      finish(entry, now);
      if (before && now && isFulfilled(entry.intention, { before, now })) return entry.done.resolve(undefined);
      entry.done.reject(error);
      giveUp(entry.intention, error);
    }
  }

  async function look(): Promise<CartItem[]> {
    const now = await insist(calls.list);
    isInDoubt = false;
    return now;
  }

  function learn(entry: Entry, now: CartItem[] | undefined): void {
    if (now && entries[0] === entry) queries.setQueryData<CartItem[]>(queryKey(), now);
  }

  /** Both at once, so that nothing is shown twice or not at all in between. */
  function finish(entry: Entry, now: CartItem[] | undefined): void {
    learn(entry, now);
    become(entries.filter((other) => other !== entry));
  }

  /** What waits for something that failed fails with it. */
  function giveUp(failed: Intention, error: unknown): void {
    const which = standingOn(failed, { waiting: pending, lines: lines() ?? [] });
    const lost = entries.filter(({ intention }) => which.includes(intention));
    become(entries.filter((entry) => !lost.includes(entry)));
    for (const { done } of lost) done.reject(error);
  }

  function asBefore(addition: Addition): Addition {
    const before = unanswered.get(addition.deal.id);
    const isAgain = before?.quantity === addition.quantity && !pending.some(({ kind }) => kind === 'add');
    return isAgain ? before : addition;
  }

  async function send(intention: Intention): Promise<unknown> {
    if (intention.kind === 'add') return addSurely(intention);
    unanswered.clear();
    if (intention.kind === 'clear') return insist(calls.clear);
    if (intention.kind === 'order') return;
    const isRemoval = intention.kind === 'remove' || intention.quantity === 0;
    return change(intention).catch((error: unknown) => {
      if (!isRemoval || !isGone(error)) throw error;
    });
  }

  /** Where the lines from before are not known, only its key can tell whether an addition whose answer was lost was made. */
  async function addSurely(addition: Addition): Promise<unknown> {
    const dealId = addition.deal.id;
    unanswered.set(dealId, addition);
    const answer = await insist(() => calls.add(addition)).catch(async (error: unknown) => {
      if (isRefusal(error)) unanswered.delete(dealId);
      if (isRefusal(error) || lines()) throw error;
      await look();
      return insist(() => calls.add(addition));
    });
    unanswered.delete(dealId);
    return answer;
  }

  async function change(intention: Extract<Intention, { kind: 'set' | 'remove' }>): Promise<unknown> {
    const line = lineOf(lines() ?? (await look()), intention.dealId);
    // Somebody removed it in another tab, or it has been ordered: the server would say the same.
    if (!line) throw new ApiError(404, JSON.stringify({ code: LINE_GONE }), '');
    if (intention.kind === 'set') return insist(() => calls.setQuantity(line.id, intention.quantity));
    return insist(() => calls.remove(line.id));
  }

  /** An order whose answer was lost has emptied the cart; asking again answers that order. */
  async function confirmSurely<T>(confirm: () => Promise<T>): Promise<T> {
    const confirmHere = unlessLeft(confirm);
    try {
      return await insist(confirmHere);
    } catch (error) {
      if (isRefusal(error) || (await insist(calls.list)).length > 0) throw error;
      return insist(confirmHere);
    }
  }

  return {
    want(wanted) {
      const intention = wanted.kind === 'add' ? asBefore(wanted) : wanted;
      const again = entries[replacedBy(intention, pending)];
      if (!again || again.isSent) return push(intention, send);
      again.intention = intention;
      again.prolong?.();
      become([...entries]);
      return again.done.promise;
    },
    order: <T>(confirm: () => Promise<T>) => push({ kind: 'order' }, () => confirmSurely(confirm)) as Promise<T>,
    shown: () => pending.reduce<CartItem[] | undefined>((before, next) => before && apply(before, next), lines()),
    pending: () => pending,
    async list() {
      while (entries.length > 0) await working;
      const now = await calls.list();
      if (entries.length === 0) isInDoubt = false;
      return now;
    },
    hurry: () => entries[0]?.endPause?.(),
    forget() {
      const left = entries;
      departures += 1;
      working = Promise.resolve();
      left[0]?.endPause?.();
      become([]);
      unanswered.clear();
      for (const { done } of left) done.reject(new CancelledError({ silent: true }));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** As `Promise.withResolvers`, which the oldest browsers we serve do not have. */
function withResolvers() {
  let resolve: (value: unknown) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<unknown>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const isGone = (error: unknown) => isRefusal(error) && error.code === LINE_GONE;

/** The server's lines after its answer. */
function answered(before: CartItem[], intention: Intention, answer: unknown): CartItem[] {
  if (intention.kind === 'order') return [];
  if (intention.kind !== 'add') return apply(before, intention);
  const line = answer as CartItem;
  return lineOf(before, line.dealId)
    ? before.map((other) => (other.dealId === line.dealId ? line : other))
    : [...before, line];
}
