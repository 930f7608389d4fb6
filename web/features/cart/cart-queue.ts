/**
 * The queue of pending cart mutations. They are sent one at a time, in order, while the screen shows the server's lines
 * with all of them applied (optimistic update). A refusal rolls back only its own mutation and those that depend on it,
 * and an order takes exactly what was on the screen.
 */
import { CancelledError, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { type Resolvers, randomUuid, withResolvers } from '#web/kit/browser.ts';
import {
  type Addition,
  apply,
  type CartMutation,
  dependentsOf,
  isApplied,
  lineOf,
  optimisticLines,
  supersededBy,
} from './cart-mutations.ts';

/** Quantity changes are debounced for this long, in ms. */
const DEBOUNCE_MS = 300;
const LINE_GONE = 'cart.lineNotFound';

export interface CartCalls {
  list(): Promise<CartItem[]>;
  add(addition: Addition): Promise<CartItem>;
  setQuantity(itemId: string, quantity: number): Promise<unknown>;
  remove(itemId: string): Promise<unknown>;
  clear(): Promise<unknown>;
}

type Confirm = () => Promise<unknown>;

interface Entry {
  mutation: CartMutation;
  /** Makes the order. */
  confirm?: Confirm;
  /** Left over from an earlier page. */
  isResumed: boolean;
  done: Resolvers<unknown>;
}

interface Parts {
  queries: QueryClient;
  /** Where the server's lines are cached. */
  queryKey: () => QueryKey;
  calls: CartCalls;
  /** Called when every mutation has been answered. */
  onIdle: () => void;
}

/** Reset when another shopper signs in: what the last one sent is not retried, and its responses are ignored. */
const newSession = () => ({
  sending: null as Entry | null,
  /** Nothing is sent until it settles. */
  paused: null as Promise<void> | null,
  /** A response was lost, or another tab ordered: the lines are fetched before anything else is sent. */
  isStale: false,
  /** Additions that failed without a response, by deal: adding the same again reuses the idempotency key. */
  uncertain: new Map<string, Addition>(),
});

interface State extends Parts {
  session: ReturnType<typeof newSession>;
  entries: readonly Entry[];
  /** The mutations of the entries; the same array until they change. */
  pending: readonly CartMutation[];
  listeners: Set<() => void>;
  debounce: ReturnType<typeof setTimeout> | undefined;
  isResuming: boolean;
  /** The place in the queue of an order that another tab is making. */
  orderElsewhere: { confirmHere: (confirm: Confirm) => void; done: Promise<unknown> } | null;
}

const signedOut = () => new CancelledError({ silent: true });
const cachedLines = ({ queries, queryKey }: State) => queries.getQueryData<CartItem[]>(queryKey());

function update(state: State, entries: readonly Entry[], lines?: CartItem[]): void {
  if (lines) state.queries.setQueryData<CartItem[]>(state.queryKey(), lines);
  state.entries = entries;
  state.pending = entries.map(({ mutation }) => mutation);
  for (const listener of state.listeners) listener();
}

const remove = (state: State, gone: readonly Entry[], lines?: CartItem[]) =>
  update(
    state,
    state.entries.filter((entry) => !gone.includes(entry)),
    lines,
  );

/** Where the next mutation goes: those resumed from an earlier page come before those of this one. */
function nextIndex({ entries, isResuming, session }: State): number {
  const index = isResuming ? entries.findIndex((entry) => !entry.isResumed && entry !== session.sending) : -1;
  return index === -1 ? entries.length : index;
}

function insert(state: State, mutation: CartMutation, confirm?: Confirm): Promise<unknown> {
  const { isResuming, entries } = state;
  const entry: Entry = { mutation, isResumed: isResuming, done: withResolvers(), ...(confirm && { confirm }) };
  const index = nextIndex(state);
  update(state, [...entries.slice(0, index), entry, ...entries.slice(index)]);
  sendNext(state);
  return entry.done.promise;
}

function enqueue(state: State, requested: CartMutation): Promise<unknown> {
  const waiting = state.pending.slice(0, nextIndex(state));
  const failed = requested.kind === 'add' && state.session.uncertain.get(requested.deal.id);
  const isRetry = failed && failed.quantity === requested.quantity && !waiting.some(({ kind }) => kind === 'add');
  const superseded = state.entries[supersededBy(requested, waiting)];
  if (!superseded || superseded === state.session.sending) return insert(state, isRetry ? failed : requested);
  superseded.mutation = requested;
  update(state, state.entries);
  sendNext(state);
  return superseded.done.promise;
}

function sendNext(state: State): void {
  const { session, entries } = state;
  if (session.sending || session.paused) return;
  clearTimeout(state.debounce);
  const [first, second] = entries;
  if (!first) state.onIdle();
  else if (first.mutation.kind === 'set' && !second) state.debounce = setTimeout(() => flush(state), DEBOUNCE_MS);
  else flush(state);
}

function flush(state: State): void {
  const { session } = state;
  const [first] = state.entries;
  clearTimeout(state.debounce);
  if (!first || session.sending || session.paused) return;
  session.sending = first;
  void send(state, first).finally(() => {
    session.sending = null;
    if (state.session === session) sendNext(state);
  });
}

/** Sends nothing until `work` is over. */
async function pause(state: State, work: Promise<void>): Promise<void> {
  const { session } = state;
  session.paused = work;
  clearTimeout(state.debounce);
  await work.finally(() => {
    if (session.paused === work) session.paused = null;
    if (state.session === session && state.entries.length > 0) sendNext(state);
  });
}

type Run = <T>(request: () => Promise<T>) => Promise<T>;

/** Makes requests with the retries of every mutation; rejects once another shopper is signed in. */
function runner(state: State): Run {
  const { session, queries } = state;
  const unlessSignedOut = <T>(work: () => Promise<T>) =>
    state.session === session ? work() : Promise.reject(signedOut());
  return async (request) => {
    const mutation = queries.getMutationCache().build(queries, { mutationFn: () => unlessSignedOut(request) });
    const answer = await mutation.execute(undefined);
    return unlessSignedOut(async () => answer);
  };
}

async function send(state: State, entry: Entry): Promise<void> {
  const { session, queries, calls, queryKey } = state;
  const run = runner(state);
  let before: CartItem[] | undefined;
  const fetchLines = async () => {
    const lines = await run(calls.list);
    session.isStale = false;
    return lines;
  };
  try {
    // A list requested earlier must not overwrite what comes now.
    await queries.cancelQueries({ queryKey: queryKey() });
    if (session.isStale || ('dealId' in entry.mutation && !cachedLines(state))) {
      queries.setQueryData<CartItem[]>(queryKey(), await fetchLines());
    }
    before = cachedLines(state);
    if (entry.mutation.kind !== 'add') session.uncertain.clear();
    const answer = await execute(state, { entry, run });
    session.isStale = entry.mutation.kind === 'order' && answer === undefined;
    remove(state, [entry], before && !session.isStale ? linesAfter(before, entry.mutation, answer) : undefined);
    succeed(state, entry, answer);
  } catch (error) {
    if (!isRefusal(error)) session.isStale = true;
    const now = session.isStale ? await fetchLines().catch(() => undefined) : undefined;
    if (state.session !== session) return;
    remove(state, [entry], now);
    if (before && now && isApplied(entry.mutation, { before, now })) succeed(state, entry);
    else fail(state, entry, error);
  }
}

function succeed({ session }: State, { mutation, done }: Entry, answer?: unknown): void {
  if (mutation.kind === 'add') session.uncertain.delete(mutation.deal.id);
  done.resolve(answer);
}

function fail(state: State, { mutation, done }: Entry, error: unknown): void {
  if (mutation.kind === 'add' && !isRefusal(error)) state.session.uncertain.set(mutation.deal.id, mutation);
  const failed = dependentsOf(mutation, { pending: state.pending, lines: cachedLines(state) ?? [] });
  const dependents = state.entries.filter((entry) => failed.includes(entry.mutation));
  remove(state, dependents);
  for (const each of [done, ...dependents.map((entry) => entry.done)]) each.reject(error);
}

interface Execution {
  entry: Entry;
  run: Run;
}

async function execute(state: State, { entry, run }: Execution): Promise<unknown> {
  const { mutation, confirm } = entry;
  if (mutation.kind === 'add') return add(state, { entry, run, addition: mutation });
  if (mutation.kind === 'clear') return run(state.calls.clear);
  if (mutation.kind === 'order') return confirm && order(state, { run, confirm });
  const quantity = mutation.kind === 'set' ? mutation.quantity : 0;
  const line = lineOf(cachedLines(state) ?? [], mutation.dealId);
  try {
    // Removed in another tab, or ordered: the server would answer the same.
    if (!line) throw new ApiError(404, JSON.stringify({ code: LINE_GONE }), '');
    if (mutation.kind === 'remove') return await run(() => state.calls.remove(line.id));
    return await run(() => state.calls.setQuantity(line.id, quantity));
  } catch (error) {
    if (quantity > 0 || !isRefusal(error) || error.code !== LINE_GONE) throw error;
    return undefined;
  }
}

async function add(state: State, { entry, run, addition }: Execution & { addition: Addition }): Promise<CartItem> {
  const { session, calls } = state;
  let current = addition;
  const attempt = async () => {
    try {
      return await run(() => calls.add(current));
    } catch (error) {
      const isGone = isRefusal(error) && error.code === LINE_GONE;
      if (!isGone || !session.uncertain.delete(addition.deal.id)) throw error;
      // The addition that is repeated had been made, and its line removed since: this is a new one.
      current = { ...addition, key: randomUuid() };
      entry.mutation = current;
      update(state, state.entries);
      return run(() => calls.add(current));
    }
  };
  try {
    return await attempt();
  } catch (error) {
    if (isRefusal(error) || cachedLines(state)) throw error;
    // Without the lines from before only the idempotency key tells whether it was made.
    await run(calls.list);
    return attempt();
  }
}

/** An order whose response was lost has emptied the cart; confirming again returns that order. */
async function order(state: State, { run, confirm }: { run: Run; confirm: Confirm }): Promise<unknown> {
  try {
    return await run(confirm);
  } catch (error) {
    if (isRefusal(error) || (await run(state.calls.list)).length > 0) throw error;
    return run(confirm);
  }
}

/** The server's lines after its response. */
function linesAfter(before: CartItem[], mutation: CartMutation, answer: unknown): CartItem[] {
  if (mutation.kind === 'order') return [];
  if (mutation.kind !== 'add') return apply(before, mutation);
  const line = answer as CartItem;
  return lineOf(before, line.dealId)
    ? before.map((other) => (other.dealId === line.dealId ? line : other))
    : [...before, line];
}

/** Keeps a place for an order of another tab; if it is made here after all, it comes first. */
function waitForOrder(state: State, over: Promise<unknown>): void {
  if (state.pending.some(({ kind }) => kind === 'order')) return;
  const { promise: taken, resolve } = withResolvers<Confirm | null>();
  const release = () => {
    state.orderElsewhere = null;
    resolve(null);
  };
  const done = insert(state, { kind: 'order' }, async () => (await taken)?.());
  state.orderElsewhere = { confirmHere: resolve, done };
  void over.then(release);
  // Whoever makes it here handles its errors.
  done.then(release, release);
}

/** Drops what is pending: the cart belongs to another shopper now. */
function reset(state: State): void {
  clearTimeout(state.debounce);
  state.session = newSession();
  const dropped = state.entries;
  update(state, []);
  for (const { done } of dropped) done.reject(signedOut());
}

const untilEmpty = (state: State) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (state.entries.length > 0) return;
      state.listeners.delete(check);
      resolve();
    };
    state.listeners.add(check);
    check();
  });

export type CartQueue = ReturnType<typeof createCartQueue>;

export function createCartQueue(parts: Parts) {
  const state: State = {
    ...parts,
    session: newSession(),
    entries: [],
    pending: [],
    listeners: new Set(),
    debounce: undefined,
    isResuming: false,
    orderElsewhere: null,
  };
  return {
    /** Resolves when the server has done it, rejects when it has not; with a `CancelledError` when the shopper signed out. */
    enqueue: (mutation: CartMutation) => enqueue(state, mutation),
    /** Orders what the screen shows: after everything pending, and not at all if some of that fails. */
    order<T>(confirm: () => Promise<T>): Promise<T> {
      state.orderElsewhere?.confirmHere(confirm);
      return (state.orderElsewhere?.done ?? insert(state, { kind: 'order' }, confirm)) as Promise<T>;
    },
    waitForOrder: (over: Promise<unknown>) => waitForOrder(state, over),
    /** Sends nothing until `take` is over; what is enqueued inside its callback comes before the mutations of this page. */
    resume: (take: (first: (enqueueAll: () => void) => void) => Promise<void>): Promise<void> =>
      pause(
        state,
        take((enqueueAll) => {
          state.isResuming = true;
          enqueueAll();
          state.isResuming = false;
        }),
      ),
    /** The optimistic lines; undefined while the server's are not known. */
    lines(): CartItem[] | undefined {
      const lines = cachedLines(state);
      return lines && optimisticLines(lines, state.pending);
    },
    /** The server's lines as the screen shows them. */
    shown: (lines: CartItem[]) => optimisticLines(lines, state.pending),
    pending: () => state.pending,
    /** The server's lines, fetched once nothing is pending: between two mutations they would be outdated on arrival. */
    async list(signal?: AbortSignal): Promise<CartItem[]> {
      await untilEmpty(state);
      if (signal?.aborted) throw signedOut();
      return state.calls.list();
    },
    /** Ends the debounce: the page is being left. */
    flush: () => flush(state),
    reset: () => reset(state),
    subscribe(listener: () => void): () => void {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
  };
}
