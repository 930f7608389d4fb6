/** What is ordered is what was shown, as often as it was confirmed. */
import type { Guard } from './guard.ts';

const shown = (test: string) => ['server/features/orders/orders-as-shown.test.ts', test] as const;
const store = 'server/features/cart/cart.store.ts';

const NOTHING_ELSE = 'what was shown is ordered or nothing: not';
/** What was shown of a line: without it, what it is compared as, and the test that falls. */
const SHOWN = [
  ['what was shown is ordered at another price', 'price: 0', 'a price that changed since it was shown stops the order'],
  [
    'another number of it than was shown is ordered',
    'quantity: 1',
    `${NOTHING_ELSE} more of one and less of the other`,
  ],
  ['what its salon renamed meanwhile is ordered', "title: ''", `${NOTHING_ELSE} what has another name`],
  ['what its salon renamed in English is ordered', 'titleEn: null', `${NOTHING_ELSE} what has another name in English`],
  [
    'what another salon offers than was shown is ordered',
    "businessName: ''",
    `${NOTHING_ELSE} what another salon offers`,
  ],
] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a salon changes a deal while it is ordered',
    file: store,
    take: "    .for('no key update', { of: deals })",
    falls: shown('no deal changes while it is ordered'),
  },
  {
    without: 'something else than what was shown is ordered',
    file: 'server/features/orders/orders.rules.ts',
    take: 'if (shown && !isAsShown(items, shown)) {',
    leave: 'if (false) {',
    falls: shown('a price that changed since it was shown stops the order'),
  },
  ...SHOWN.map(
    ([without, field, test]): Guard => ({
      without,
      file: 'core/domain/expected-items.ts',
      take: '    ...{ dealId, quantity, price, title, titleEn, businessName },',
      leave: `    ...{ dealId, quantity, price, title, titleEn, businessName, ${field} },`,
      falls: shown(test),
    }),
  ),
  {
    without: 'the same lines in another order are not what was shown',
    file: 'server/features/orders/orders.rules.ts',
    take: 'byDeal(expectedItems(lines)), byDeal(shown)',
    leave: 'expectedItems(lines), shown',
    falls: shown('what was shown is ordered or nothing: not something more'),
  },
  {
    without: 'a deal is another one when its id is written in capitals',
    file: 'core/contract/cart.ts',
    take: 'Id.check(z.toLowerCase())',
    leave: 'Id',
    falls: shown('a deal is the same in whichever case its id is written'),
  },
  {
    without: 'fifty long titles are too much to be ordered in cash',
    file: 'core/contract/orders.ts',
    take: '    maxBytes: MAX_EXPECTED_BYTES,\n',
    falls: shown('fifty of the longest lines there can be are ordered'),
  },
  {
    without: 'fifty long titles are too much to be paid by card',
    file: 'core/contract/payments.ts',
    take: '    maxBytes: MAX_EXPECTED_BYTES,\n',
    falls: ['server/features/payments/paying.test.ts', 'fifty of the longest lines there can be are paid'],
  },
  {
    without: 'deals are locked in any order',
    file: store,
    take: '    .orderBy(deals.id)\n',
    falls: shown('deals are locked in one order, in whichever they were added'),
  },
  {
    without: 'another line than the buyer put in first is the first of an order',
    file: store,
    take: 'a.line.createdAt.getTime() - b.line.createdAt.getTime() || ',
    leave: '',
    falls: shown('deals are locked in one order, in whichever they were added'),
  },
  {
    without: 'a payment is asked for while the cart still changes',
    file: 'web/features/payments/use-prepared.ts',
    take: '    enabled: isSettled,\n',
    falls: ['web/pages/ordering/card-payment.test.tsx', 'a payment is asked for once the cart is as it is shown'],
  },
  {
    without: 'who left before it was known what became of an order is told so, or the next one is',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: '      if (keptConfirmation()?.key !== confirmation.key) return { made: null };\n',
    falls: [
      'web/pages/ordering/use-confirm-order.test.tsx',
      'nobody hears what became of the order of somebody who left',
    ],
  },
  {
    without: 'a tab sends what another confirmed meanwhile a second time',
    file: 'web/pages/ordering/unanswered-order.tsx',
    take: 'if (now?.key === which && isUnderWay(now))',
    leave: 'if (now && isUnderWay(now))',
    falls: ['web/pages/ordering/unanswered-order.test.tsx', 'what was confirmed in place of it meanwhile is sent once'],
  },
  {
    without: 'who confirms twice is not shown that it is under way',
    file: 'web/pages/ordering/cash-payment.tsx',
    take: 'isBusy={isOrdering || isConfirmed}',
    leave: 'isBusy={false}',
    falls: ['web/pages/checkout.test.tsx', 'an order that is under way is confirmed no second time'],
  },
  {
    without: 'the other tabs show what was paid for as if it was still in the cart',
    file: 'web/features/payments/use-record-order.ts',
    take: "    tellTabs('cart');\n",
    falls: ['web/pages/ordering/paying-by-card.test.tsx', 'the other tabs hear that the cart is empty'],
  },
  {
    without: 'a cart that was paid elsewhere stands at the checkout as if it was not',
    file: 'web/pages/ordering/card-payment.tsx',
    take: " || code === 'payments.alreadyPaid'",
    falls: ['web/pages/ordering/card-payment.test.tsx', 'what was paid elsewhere is shown as the cart is since'],
  },
  {
    without: 'who pays by card is written in another language than the page they paid on',
    file: 'server/features/payments/payments.routes.ts',
    take: '    await rememberLanguage(db, { id: user.id, language: languageOfPages(request) });\n',
    falls: ['server/features/orders/receipts.test.ts', 'what was paid by card says what was charged, at which rate'],
  },
  {
    without: 'an order under way elsewhere has as many places as there were additions since',
    file: 'web/features/cart/cart-queue.ts',
    take: "      if (wishes.intentions().some(({ kind }) => kind === 'order')) return;\n",
    falls: ['web/features/cart/order-under-way.test.tsx', 'keeps its one place, however much was added'],
  },
  {
    without: 'what was added since leaves an order to be repeated',
    file: 'server/features/cart/cart.store.ts',
    take: '    });\n  await touchCart(tx, userId);\n',
    leave: '    });\n',
    falls: ['server/features/cart/cart.test.ts', 'every real change is later than the one before'],
  },
  {
    without: 'another quantity is no change of a cart',
    file: 'server/features/cart/cart.store.ts',
    take: '  if (found.length > 0) await touchCart(tx, line.userId);\n',
    falls: ['server/features/cart/cart.test.ts', 'every real change is later than the one before'],
  },
  {
    without: 'a long order is sent by no browser',
    file: 'web/kit/api.ts',
    take: ' && isShort(payload.body)',
    falls: ['web/kit/api.test.ts', 'one that is longer than browsers send'],
  },
];
