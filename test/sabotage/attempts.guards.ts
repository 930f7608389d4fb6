/** An attempt to pay ends when the provider says so, has one provider, and is looked at for what it is. */
import type { Guard } from './guard.ts';

const attempts = (test: string) => ['server/features/payments/attempts.test.ts', test] as const;
const provider = (test: string) => ['server/gateways/payments/provider.test.ts', test] as const;
const modes = (test: string) => ['server/features/orders/test-cards.test.ts', test] as const;
const service = 'server/features/payments/payments.service.ts';
const settle = 'server/features/payments/payments.settle.ts';
const stripe = 'server/gateways/payments/stripe.ts';

export const guards: readonly Guard[] = [
  {
    without: 'who presses again while a bank carries a payment out makes another and pays twice',
    file: service,
    take: "if (intent?.state === 'paying') throw new AppError(409, 'payments.underWay');",
    falls: ['server/features/payments/paying.test.ts', 'what a bank is still carrying out is not called unpaid'],
  },
  {
    without: 'one provider is asked for the payment that another made',
    file: service,
    take: 'live.provider === wanted.provider &&',
    falls: attempts('where another provider charges cards since'),
  },
  {
    without: 'one provider is to change the payment that another made',
    file: service,
    take: 'live?.provider === provider && live.isLive === isLive',
    leave: 'live !== null && live.isLive === isLive',
    falls: attempts('where another provider charges cards since'),
  },
  {
    without: 'keys of the live mode are to change a payment of the test mode',
    file: service,
    take: ' && live.isLive === isLive;',
    leave: ';',
    falls: modes('what is prepared with keys of one mode'),
  },
  {
    without: 'a card is charged in other money than the button says',
    file: service,
    take: ' && intent.currency === chargedCurrency.toLowerCase()',
    leave: ' && chargedCurrency.length > 0',
    falls: ['server/features/payments/as-shown.test.ts', 'a payment in other money than is shown'],
  },
  {
    without: 'nobody can find out what was prepared to be paid',
    file: service,
    take: "action: 'payments.prepare'",
    leave: "action: 'payments.pay'",
    falls: attempts('the audit log says what was prepared'),
  },
  {
    without: 'nobody can find out who gave money back',
    file: 'server/features/payments/payments.given-back.ts',
    take: "action: 'payments.wishRefund'",
    leave: "action: 'payments.wish'",
    falls: attempts('the audit log says what was prepared'),
  },
  {
    without: 'what was told of money that went back is told again each time somebody looks',
    file: 'server/features/payments/payments.given-back.ts',
    take: 'if (ours?.status === state && ours.providerRefundId === id) return;',
    falls: ['server/features/payments/told-once.test.ts', 'what was told before is not told again'],
  },
  {
    without: 'an attempt that was canceled at the provider waits to be asked about',
    file: settle,
    take: "if (said.state === 'canceled') await inTransaction(db, (tx) => closePayment(tx, payment.id, 'canceled'));",
    falls: attempts('an attempt that was canceled at the provider ends'),
  },
  {
    without: 'an attempt whose payment was paid for another sum waits for ever',
    file: settle,
    take: "    await closePayment(tx, id, 'canceled');\n    await closeOthers(tx, { id, providerPaymentId: said.id });\n",
    leave: "    await closePayment(tx, id, 'canceled');\n",
    falls: attempts('what was paid but not as asked ends all attempts'),
  },
  {
    without: 'what somebody paid who is gone is called paid for nothing where two hear of it at once',
    file: settle,
    take: 'const payment = await lockPayment(tx, id);',
    leave: 'const payment = (await findPayment(tx, id)) ?? (await lockPayment(tx, id));',
    falls: attempts('of somebody who is gone too'),
  },
  {
    without: 'a bank that asked and let it be has asked for ever',
    file: stripe,
    take: "  warning_closed: 'won',\n",
    falls: provider('a dispute that is “warning_closed”'),
  },
  {
    without: 'a dispute that never came about is one for ever',
    file: stripe,
    take: "  prevented: 'won',\n",
    falls: provider('a dispute that is “prevented”'),
  },
  {
    without: 'of many parts that were given back only a hundred are known',
    file: stripe,
    take: 'refunds.list({ payment_intent: intent.id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),',
    leave: 'refunds.list({ payment_intent: intent.id, limit: 100 }).then(({ data }) => data),',
    falls: provider('more than a hundred parts'),
  },
  {
    without: 'what keys of the test mode say is paid counts where money moves',
    file: settle,
    take: ' && isLive === cards.isLive',
    leave: ' && isLive !== undefined',
    falls: modes('what is prepared with keys of one mode'),
  },
  {
    without: 'what keys of the test mode sold is a ticket for ever',
    file: service,
    take: 'provider,\n    isLive,\n',
    leave: "provider,\n    isLive: provider === 'stripe',\n",
    falls: modes('what keys of the test mode sold is no ticket'),
  },
];
