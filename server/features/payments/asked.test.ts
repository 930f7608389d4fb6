/** How often the provider is asked about a payment while somebody waits, and for how long. */
import { beforeEach, expect, test } from 'vitest';
import { payments } from '#core/contract/payments.ts';
import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { findingOnce } from './payments.asked.ts';

const paper = fakePaymentProvider();
const never = () => new Promise<never>(() => {});
let asked = 0;
let hanging: readonly (keyof PaymentProvider)[] = [];
const cards: PaymentProvider = {
  ...paper,
  create: (attempt) => (hanging.includes('create') ? never() : paper.create(attempt)),
  find: (id) => {
    asked++;
    return hanging.includes('find') ? never() : paper.find(id);
  },
};
const shop = await startShop(takingCards(cards));

beforeEach(() => {
  asked = 0;
  hanging = [];
});

async function buyer() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const intend = () => ana.call(payments.intent, { body: { sessionId } });
  const checkout = (paymentIntentId: string) => ana.call(payments.checkout, { body: { sessionId, paymentIntentId } });
  return { ...ana, intend, checkout };
}

test('a provider that hangs is told as away, before the shop would say that it is busy itself', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId } = await besa.intend();
  hanging = ['create', 'find'];
  const said = await Promise.all([refusal(ana.intend()), refusal(besa.checkout(paymentIntentId))]);
  expect(said).toEqual(['503 payments.away', '503 payments.away']);
  hanging = [];
  await ana.intend();
  expect(await ana.payments(), 'the same attempt goes on').toHaveLength(1);
});

test('of many who ask about a payment at once one is answered, and one more for all others: it may have been paid meanwhile', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const open = await paper.create({ attemptId: 'shared', amount: 1000 });
  const slowly = {
    find: async (id: string) => {
      const found = await paper.find(id);
      asked++;
      if (asked === 1) await answered;
      return found;
    },
  };
  const find = findingOnce();
  const first = find(slowly, open.id);
  await expect.poll(() => asked).toBe(1);
  await paper.pay(open.id);
  const others = Promise.all(Array.from({ length: 20 }, () => find(slowly, open.id)));
  answer();
  expect((await first)?.state).toBe('open');
  expect(new Set((await others).map((found) => found?.state))).toEqual(new Set(['paid']));
  expect(asked).toBe(2);
  expect((await find(slowly, open.id))?.state).toBe('paid');
  expect(asked, 'nothing is kept of what may change').toBe(3);
});

test('what failed is asked again by whoever waited', async () => {
  const open = await paper.create({ attemptId: 'failing', amount: 1000 });
  const find = findingOnce();
  paper.fail('find', 'before');
  const [first, second] = await Promise.allSettled([find(paper, open.id), find(paper, open.id)]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});

test('a payment that was canceled is asked about once', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  await paper.cancel(paymentIntentId);
  asked = 0;
  for (let times = 0; times < 5; times++)
    expect(await refusal(ana.checkout(paymentIntentId))).toBe('402 payments.notPaid');
  expect(asked).toBe(1);
});
