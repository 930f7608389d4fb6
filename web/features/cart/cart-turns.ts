/**
 * Which wish is sent, and when: one at a time, the oldest first.
 *
 *     idle ──── something is wanted ────> sending ── answered ──> idle, or the next
 *      └── a tap ──> gathering ── they pause, something else is wanted, the page is left ──> sending
 */
import { type CartDesk, left } from './cart-desk.ts';
import type { Wish, WishList } from './wishes.ts';

/** Taps within this time are sent as one change, in ms. */
const TAPS_MS = 300;

interface Parts {
  wishes: WishList;
  /** One for each shopper. */
  openDesk: () => CartDesk;
  /** Called when everything wanted has been answered. */
  onIdle: () => void;
}

export function takeTurns({ wishes, openDesk, onIdle }: Parts) {
  let desk = openDesk();
  let state: 'idle' | 'gathering' | 'sending' = 'idle';
  let pause: ReturnType<typeof setTimeout> | undefined;

  /** Whenever something was wanted or answered. */
  function goOn(): void {
    if (state === 'sending') return;
    clearTimeout(pause);
    const [first, second] = wishes.all();
    if (!first) {
      state = 'idle';
      onIdle();
    } else if (first.intention.kind === 'set' && !second) {
      state = 'gathering';
      pause = setTimeout(() => void send(first), TAPS_MS);
    } else void send(first);
  }

  async function send(wish: Wish): Promise<void> {
    clearTimeout(pause);
    state = 'sending';
    const here = desk;
    await here.carryOut(wish);
    if (!here.isOpen()) return;
    state = 'idle';
    goOn();
  }

  return {
    goOn,
    isSending: (wish: Wish) => state === 'sending' && wish === wishes.all()[0],
    desk: () => desk,
    /** Ends a pause. */
    hurry(): void {
      const [first] = wishes.all();
      if (state === 'gathering' && first) void send(first);
    },
    /** Another shopper is here. */
    beginAnew(): void {
      clearTimeout(pause);
      state = 'idle';
      desk.close();
      desk = openDesk();
      const lost = wishes.all();
      wishes.drop(lost);
      for (const { done } of lost) done.reject(left());
    },
  };
}
