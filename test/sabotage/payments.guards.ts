/** What is paid by card is ordered once, by whoever paid, for what was asked; what goes back is what was paid. */
import type { Guard } from './guard.ts';

const paying = (test: string) => ['server/features/payments/paying.test.ts', test] as const;
const settling = (test: string) => ['server/features/payments/payments.test.ts', test] as const;
const back = (test: string) => ['server/features/payments/given-back.test.ts', test] as const;
const shown = (test: string) => ['server/features/payments/as-shown.test.ts', test] as const;
const later = (test: string) => ['server/features/payments/reconcile.test.ts', test] as const;
const service = 'server/features/payments/payments.service.ts';
const settle = 'server/features/payments/payments.settle.ts';
const store = 'server/features/payments/payments.store.ts';
const givenBack = 'server/features/payments/payments.given-back.ts';
const rush = ['server/kit/http/rush.test.ts', 'whoever changes something while many networks do'] as const;
const NOT_AS_ASKED = 'a payment for less, or in other money, or of nobody here, makes no order';

export const guards: readonly Guard[] = [
  {
    without: 'whoever knows the id of a payment is shown what it paid for',
    file: store,
    take: 'and(eq(payments.userId, userId), eq(payments.providerPaymentId, providerPaymentId))',
    leave: 'and(sql`${userId}::text is not null`, eq(payments.providerPaymentId, providerPaymentId))',
    falls: paying('what is refused, and why'),
  },
  {
    without: 'a cent buys everything',
    file: settle,
    take: 'received === chargedAmount && ',
    falls: settling(NOT_AS_ASKED),
  },
  {
    without: 'a payment in other money counts as dollars',
    file: settle,
    take: ' && currency === chargedCurrency.toLowerCase()',
    leave: ' && currency !== chargedCurrency',
    falls: settling(NOT_AS_ASKED),
  },
  {
    without: 'what the sandbox says is paid counts for Stripe',
    file: settle,
    take: 'provider === cards.name && ',
    leave: 'provider !== null && cards !== null && ',
    falls: settling(NOT_AS_ASKED),
  },
  {
    without: 'another payment that names an attempt pays it',
    file: settle,
    take: '(providerPaymentId === null || providerPaymentId === said.id)',
    leave: '(providerPaymentId === null || said.id !== null)',
    falls: settling(NOT_AS_ASKED),
  },
  {
    without: 'nobody is told of money that paid for nothing',
    file: settle,
    take: 'if (!isAsAsked(payment, said)) return noteMismatch(tx, payment, said);',
    leave: 'if (!isAsAsked(payment, said)) return null;',
    falls: later('what is paid but not as asked is told an operator once, and is asked about no more'),
  },
  {
    without: 'an operator is told each minute of the same payment',
    file: settle,
    take: 'if (!(await isDone(tx, about))) {',
    leave: 'if (about) {',
    falls: later('what is paid but not as asked is told an operator once, and is asked about no more'),
  },
  {
    without: 'who changes the cart after a lost answer cannot pay by card',
    file: service,
    take: "live.providerPaymentId === null ? 'canceled' : 'replaced'",
    leave: "'replaced'",
    falls: settling('who changes the cart when the provider was lost'),
  },
  {
    without: 'a card is charged a sum that another cart had before',
    file: service,
    take: 'intent.attemptId === id && ',
    leave: 'id !== null && ',
    falls: shown('what arrives late for the same sum is not taken for what is shown'),
  },
  {
    without: 'a card is charged another sum than the button says',
    file: service,
    take: 'intent.amount === chargedAmount && ',
    leave: 'chargedAmount > 0 && ',
    falls: shown('a payment that the provider never has as it is shown is not paid'),
  },
  {
    without: 'who met one failure of the provider cannot pay that cart by card for a day',
    file: service,
    take: 'error instanceof FailedForKey && ',
    leave: 'error === FailedForKey && ',
    falls: shown('who meets a failure that the provider keeps for its key'),
  },
  {
    without: 'a provider that fails is asked four times by one press',
    file: service,
    take: ' && spoiled === null',
    falls: shown('while every key fails it is said at once'),
  },
  {
    without: 'who looked at their payment a moment ago has it taken away while they pay',
    file: service,
    take: 'if (isSame && live.isFresh && ',
    leave: 'if (isSame && live && ',
    falls: later('an attempt that its buyer came back to may be paid for another hour'),
  },
  {
    without: 'what somebody left open may be paid a day later, whatever it costs by then',
    file: store,
    take: "const PAYABLE = '60 minutes';",
    leave: "const PAYABLE = '1 day';",
    falls: later('an attempt whose cart was ordered in cash, or that is an hour old'),
  },
  {
    without: 'two attempts to pay one cart are prepared at once',
    file: store,
    take: ".where(which).for('update');\n  return payment;\n}\n\nexport async function lockPayment",
    leave: '.where(sql`false`);\n  return payment;\n}\n\nexport async function lockPayment',
    falls: settling('preparing again prepares the same'),
  },
  {
    without: 'a second tab cancels what the first one opened',
    file: store,
    take: 'const which = and(eq(payments.id, id), isLive);\n  const opened',
    leave: "const which = and(eq(payments.id, id), eq(payments.status, 'preparing'));\n  const opened",
    falls: settling('what another tab opened while the provider answered stays open'),
  },
  {
    without: 'an attempt that another was paid instead of waits for ever',
    file: settle,
    take: 'await markPaid(tx, { id, providerPaymentId: said.id, orderId });\n  await closeOthers(tx, { id, providerPaymentId: said.id });',
    leave: 'await markPaid(tx, { id, providerPaymentId: said.id, orderId });',
    falls: settling('the attempt that was paid counts, though another had replaced it'),
  },
  {
    without: 'what was put into the cart since is taken out with what was paid',
    file: 'server/features/cart/cart.store.ts',
    take: 'quantity = cart_items.quantity - t.quantity from',
    leave: 'quantity = t.quantity from',
    falls: settling('what was put into the cart after the payment was prepared stays in it'),
  },
  {
    without: 'a message that comes five times is worked off five times',
    file: 'server/features/payments/payments.told.ts',
    take: 'if (await keepEvent(tx, cards.name, event))',
    leave: 'if ((await keepEvent(tx, cards.name, event)) !== null)',
    falls: paying('what the provider tells is kept once, and worked off afterwards'),
  },
  {
    without: 'anybody tells the shop what was paid',
    file: 'server/features/payments/payments.told.ts',
    take: "if (!event) throw new AppError(400, 'payments.forged');",
    leave: 'if (!event) return;',
    falls: paying('what somebody else signed, or nobody, is not kept'),
  },
  {
    without: 'what a bank is carrying out is called unpaid, and somebody pays again',
    file: 'server/features/payments/payments.record.ts',
    take: "if (said?.state === 'paying') throw new AppError(409, 'payments.underWay');",
    falls: paying('what a bank is still carrying out is not called unpaid'),
  },
  {
    without: 'who paid another amount is told that nothing was paid',
    file: 'server/features/payments/payments.record.ts',
    take: "if (said?.state === 'paid' && !order) throw new AppError(409, 'payments.notAsAsked');",
    falls: paying('a cent less than was asked for buys nothing'),
  },
  {
    without: 'the provider is asked about what was recorded long ago',
    file: 'server/features/payments/payments.record.ts',
    take: 'own.find((payment) => payment.orderId !== null)?.orderId ?? ',
    falls: paying('a cart is paid and becomes an order'),
  },
  {
    without: 'a card is asked for less than the provider takes',
    file: service,
    take: "if (chargedAmount < LEAST_CHARGE) throw new AppError(400, 'payments.tooSmall');",
    leave: "if (chargedAmount < 0 * LEAST_CHARGE) throw new AppError(400, 'payments.tooSmall');",
    falls: paying('what is refused, and why'),
  },
  {
    without: 'a card is asked for more than the provider takes',
    file: service,
    take: "if (chargedAmount > MOST_CHARGE) throw new AppError(400, 'payments.tooLarge');",
    leave: "if (chargedAmount > MOST_CHARGE * MOST_CHARGE) throw new AppError(400, 'payments.tooLarge');",
    falls: paying('what is refused, and why'),
  },
  {
    without: 'who wants to pay by card is told to come back in a rush',
    file: 'core/contract/payments.ts',
    take: "'cardAttemptsOfANetwork'],\n    goesFirst: true,",
    leave: "'cardAttemptsOfANetwork'],",
    falls: rush,
  },
  {
    without: 'who paid by card is told to come back in a rush',
    file: 'core/contract/payments.ts',
    take: "limit: 'checkouts',\n    goesFirst: true,",
    leave: "limit: 'checkouts',",
    falls: rush,
  },
  {
    without: 'the card provider is told to come back in a rush',
    file: 'core/contract/payments.ts',
    take: "limit: 'webhooks',\n    goesFirst: true,",
    leave: "limit: 'webhooks',",
    falls: rush,
  },
  {
    without: 'a line is given back twice',
    file: givenBack,
    take: ' || amount === 0 || (position !== null && given.has(position))',
    falls: back('a line is given back: its share of what was charged, once'),
  },
  {
    without: 'a dispute that was won is open again',
    file: 'server/features/payments/payments.disputes.ts',
    take: "state === 'open' ? known[id] === undefined : known[id] !== state",
    leave: 'known[id] !== state',
    falls: [
      'server/features/payments/any-order.test.ts',
      'who asked before something happened and is late changes nothing',
    ],
  },
  {
    without: 'one payment that cannot be settled keeps all others waiting',
    file: 'server/features/payments/payments.run.ts',
    take: 'run.failures.push(error);',
    leave: 'throw error;',
    falls: later('one that fails keeps none of the others waiting'),
  },
  {
    without: 'an attempt whose payment was canceled under another name waits for ever',
    file: 'server/features/payments/payments.give-up.ts',
    take: "if (said === null || said.state === 'canceled')",
    leave: 'if (said === null)',
    falls: later('an attempt that was never told to the provider is given up with the one it replaced'),
  },
];
