/**
 * I31: somebody taps about in a cart, in one tab or two, on a line that delays and loses, and goes from page to page before
 * the answer. Once all has settled the screen shows what the server has, that is what was meant, and every order is what the
 * screen showed when it was confirmed.
 * The browser's half runs as it is, on a small model of the server and in time of its own.
 */
import { deepEqual, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { apply } from '#web/features/cart/cart-intentions.ts';
import type { Random } from '../random.ts';
import { type FakeBrowser, fakeBrowser, type Wish } from '../slow-line/fake-browser.ts';
import { areAlike, type FakeCart, fakeCart, unitsOf } from '../slow-line/fake-cart.ts';
import { fakeLine, type Quality } from '../slow-line/fake-line.ts';
import { openTab, type ShopperTab } from '../slow-line/shopper-tab.ts';
import { virtualTime } from '../slow-line/virtual-time.ts';
import type { Arena, Proof } from './race.ts';

const GOOD: Quality = { delay: 100, loss: 0, trouble: 0 };
/** Between two actions, in ms. */
const PAUSES = [0, 0, 30, 120, 280, 320, 900, 4000, 20_000];

/** At one price: of two different carts the total tells nothing. */
const deals = ['a', 'b', 'c', 'd', 'e', 'own'].map((title): CartItem['deal'] => ({
  id: `deal-${title}`,
  title,
  titleEn: null,
  imageUrl: null,
  businessName: 'Salloni Mira',
  category: 'hair',
  city: 'tirana',
  price: 100,
  originalPrice: null,
  discount: 0,
  expiresAt: null,
}));

async function race({ random, rounds }: Arena): Promise<Record<string, number>> {
  const figures = { rounds, actions: 0, 'lost answers': 0, orders: 0 };
  for (let round = 0; round < rounds; round++) {
    const { server, browser } = await shopOnce(random).catch((error: unknown) => {
      throw new Error(`seed ${random.seed}, round ${round}`, { cause: error });
    });
    const outcomes = browser.wishes.map(({ outcome }) => outcome);
    figures.actions += outcomes.length;
    figures['lost answers'] += outcomes.filter(({ isTaken, isDone }) => isTaken && !isDone).length;
    figures.orders += server.orders().length;
  }
  return figures;
}

async function shopOnce(random: Random): Promise<{ server: FakeCart; browser: FakeBrowser }> {
  using time = virtualTime();
  const server = fakeCart();
  const browser = fakeBrowser();
  const bad: Quality = {
    delay: random.pick([50, 400, 3000, 15_000]),
    loss: random.pick([0, 0.1, 0.4]),
    trouble: random.pick([0, 0.1]),
  };
  let quality = bad;
  const line = fakeLine(random, () => quality);
  const tabs: ShopperTab[] = [];
  const onDone = () => tabs.forEach((each) => void each.refresh());
  for (let count = random.pick([1, 1, 2]); count > 0; count--)
    tabs.push(openTab({ server, browser, line, tab: count, onDone }));
  for (let actions = random.int(3, 30); actions > 0; actions--) {
    await act(random.pick(tabs), { server, random });
    await time.pass(random.pick(PAUSES));
  }
  quality = GOOD;
  for (const tab of tabs) if (tab.isAway()) tab.comeBack(random.chance(0.3));
  await time.passAll();
  for (const tab of tabs) tab.refresh();
  await time.passAll();
  check({ server, browser, tabs });
  for (const tab of tabs) tab.close();
  return { server, browser };
}

const HABITS = [
  'add',
  'add',
  'add',
  'tap',
  'tap',
  'tap',
  'tap',
  'remove',
  'undo',
  'clear',
  'navigate',
  'leave',
  'confirm',
] as const;

/** One thing somebody might do now. */
async function act(tab: ShopperTab, { server, random }: { server: FakeCart; random: Random }): Promise<void> {
  if (tab.isAway()) return tab.comeBack(random.chance(0.3));
  const shown = tab.shown() ?? [];
  const line = shown.length > 0 ? random.pick(shown) : null;
  const add = (deal: CartItem['deal'], quantity: number) =>
    tab.want({ kind: 'add', key: server.newId(), deal, quantity, sessionId: 'session_1' });
  const habit = line ? random.pick(HABITS) : 'add';
  if (habit === 'navigate') tab.navigate();
  else if (habit === 'leave') await tab.leave(random);
  else if (habit === 'clear') tab.want({ kind: 'clear' });
  else if (habit === 'confirm') tab.confirm();
  else if (habit === 'add' || !line) add(random.pick(deals), random.pick([1, 1, 1, 60]));
  else if (habit === 'undo') add(line.deal, line.quantity);
  else if (habit === 'remove') tab.want({ kind: 'remove', dealId: line.dealId });
  else {
    const quantity = Math.min(MAX_QUANTITY, line.quantity + random.pick([1, 1, 1, -1]));
    tab.want({ kind: 'set', dealId: line.dealId, quantity });
  }
}

function check({ server, browser, tabs }: { server: FakeCart; browser: FakeBrowser; tabs: ShopperTab[] }): void {
  const { wishes, confirmations } = browser;
  ok(
    wishes.every(({ outcome }) => outcome.isKnown),
    'everybody is told what became of what they wanted',
  );
  for (const { shown } of tabs) {
    if (shown()) deepEqual(shown(), server.lines(), 'the screen shows what the server has');
  }
  ok(server.orders().length <= confirmations.length, 'one confirmation makes one order');
  for (const { items } of server.orders()) {
    ok(
      confirmations.some(({ shown }) => areAlike(unitsOf(shown), items)),
      'every order was on the screen',
    );
  }
  for (const { order, shown } of confirmations) {
    if (order) ok(areAlike(order.items, unitsOf(shown)), 'what was ordered is what was shown');
  }
  if (tabs.length > 1) return;
  const has = unitsOf(server.lines());
  const [last = [], ...earlier] = [0, 1, 2, 3].map((back) => unitsOf(meant(wishes, back)));
  if (!earlier.some((one) => isDeepStrictEqual(has, one))) deepEqual(has, last, 'the server has what was meant');
}

/**
 * What is left when everything that was done was done once, in the order it was wanted. `back`: which of the quantities that
 * were sent in the place of one another, and called failed, arrived before the line was lost; 0 is the last.
 */
const meant = (wishes: Wish[], back: number): CartItem[] =>
  wishes
    .filter(({ outcome }) => outcome.isDone || outcome.isTaken)
    // What an order before it changed may be counted as taken for it; nobody buys of themselves.
    .filter(({ intention }) => intention.kind !== 'add' || intention.deal.title !== 'own')
    .filter((wish, index, made) => !isAgain(wish, made.slice(0, index)) && !isOvertaken(wish, made, back))
    .reduce<CartItem[]>((lines, { intention }) => (intention.kind === 'order' ? [] : apply(lines, intention)), []);

/** Whether an addition was made before, when it was called failed: whoever wants it again wants that one. */
const isAgain = ({ intention, outcome }: Wish, before: Wish[]): boolean =>
  intention.kind === 'add' &&
  !outcome.isTaken &&
  before.some(
    ({ intention: earlier, outcome: then }) =>
      earlier.kind === 'add' &&
      earlier.deal.id === intention.deal.id &&
      earlier.quantity === intention.quantity &&
      then.isTaken &&
      !then.isDone,
  );

/** Whether another quantity of the same line was sent in its place: then they share what became of them. */
function isOvertaken(wish: Wish, made: Wish[], back: number): boolean {
  const { intention, outcome } = wish;
  if (intention.kind !== 'set') return false;
  const shared = made.filter(
    ({ intention: other, outcome: then }) =>
      other.kind === 'set' && other.dealId === intention.dealId && then === outcome,
  );
  const arrived = outcome.isDone ? -1 : Math.max(-1 - back, -shared.length);
  return shared.at(arrived) !== wish;
}

const promise = 'what a screen on a slow line shows is what is ordered';
export const proof: Proof = { id: 'I31', promise, race, few: 300, many: 10_000 };
