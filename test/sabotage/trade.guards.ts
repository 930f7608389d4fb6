/** What may be bought, for how much, how often. */
import type { Guard } from './guard.ts';

const cart = (test: string) => ['server/features/cart/cart.test.ts', test] as const;
const orders = (test: string) => ['server/features/orders/orders.test.ts', test] as const;
const shown = (test: string) => ['server/features/orders/orders-as-shown.test.ts', test] as const;
const service = 'server/features/cart/cart.service.ts';
const store = 'server/features/cart/cart.store.ts';

export const guards: readonly Guard[] = [
  {
    without: 'a cart holds more than fifty deals',
    file: service,
    take: "if ((await countOtherLines(tx, wish)) >= MAX_LINES) throw new AppError(409, 'cart.full');",
    falls: cart('a cart holds fifty deals and no more'),
  },
  {
    without: 'a line grows beyond ninety-nine',
    file: store,
    take: 'least(${MAX_QUANTITY}, ${cartItems.quantity} + excluded.quantity)',
    leave: '${cartItems.quantity} + excluded.quantity',
    falls: cart('the same deal again raises the quantity'),
  },
  {
    without: 'an expired deal is put into the cart',
    file: service,
    take: "if (offer.isExpired) throw new AppError(409, 'deals.expired');",
    falls: cart('what cannot be bought is not added'),
  },
  {
    without: 'what nobody may see is put into the cart',
    file: store,
    take: 'and(eq(deals.id, dealId), sql`deal_is_public(${deals})`)',
    leave: 'eq(deals.id, dealId)',
    falls: cart('what cannot be bought is not added'),
  },
  {
    without: 'what was hidden since is ordered',
    file: store,
    take: 'not deal_is_public(${deals}) or ',
    leave: '',
    falls: orders('what cannot be bought stops the order and is named'),
  },
  {
    without: 'a dealer buys a deal that became their own',
    file: store,
    take: ' or ${deals.userId} = ${cartItems.userId}',
    falls: orders('a deal that became the buyer’s own is not bought'),
  },
  {
    without: 'a confirmation by cash answers an order paid by card',
    file: 'server/features/orders/orders.store.ts',
    take: " and payment_method = 'cash'",
    falls: orders('a confirmation by cash repeats no order that was paid by card'),
  },
  {
    without: 'a total of a third decimal is confirmed and cannot be repeated',
    file: 'core/contract/shapes.ts',
    take: ', z.multipleOf(0.01)',
    falls: shown('"price":1200.001'),
  },
  {
    without: 'an expired deal in the cart is ordered',
    file: store,
    take: "when ${deals.expiresAt} <= clock_timestamp() then 'expired' end",
    leave: 'end',
    falls: orders('what cannot be bought stops the order and is named'),
  },
  {
    without: 'what cannot be bought is ordered',
    file: 'server/features/orders/orders.rules.ts',
    take: "if (refused.length > 0) throw new AppError(409, 'cart.unavailable', { details: { lines: refused.map(toRefusal) } });",
    falls: orders('what cannot be bought stops the order and is named'),
  },
  {
    without: 'another payment than was shown is carried out',
    file: 'web/pages/ordering/use-pay-by-card.ts',
    take: "now.clientSecret === shown.clientSecret ? null : 'checkout.intentFailed'",
    leave: 'null',
    falls: ['web/pages/ordering/paying-by-card.test.tsx', 'another payment of the same sum'],
  },
  {
    without: 'a card is asked for what cannot be bought',
    file: 'web/pages/ordering/card-payment.tsx',
    take: 'props.lines.every(isForSale) ? (',
    leave: 'props.lines ? (',
    falls: ['web/pages/ordering/card-payment.test.tsx', 'for what cannot be bought no card is asked'],
  },
  {
    without: 'what another tab called failed is sent when its turn is over',
    file: 'web/pages/ordering/unanswered-order.tsx',
    take: 'now?.key === which && isUnderWay(now)',
    leave: 'now?.key === which',
    falls: ['web/pages/ordering/unanswered-order.test.tsx', 'what another tab called failed meanwhile'],
  },
  {
    without: 'without a connection an order is sent',
    file: 'web/pages/checkout.page.tsx',
    take: "    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });\n",
    falls: ['web/pages/checkout.test.tsx', 'without a connection nothing is ordered'],
  },
  {
    without: 'the checkout does not say what it shows',
    file: 'web/pages/checkout.page.tsx',
    take: 'newConfirmation(user.id, expectedItems(lines))',
    leave: 'newConfirmation(user.id, expectedItems([]))',
    falls: ['web/pages/checkout.test.tsx', 'what is confirmed is what is on the screen'],
  },
  {
    without: 'a cart that had changed is shown as it was',
    file: 'web/pages/checkout.page.tsx',
    take: '    else setConfirmed(null);\n',
    falls: ['web/pages/checkout.test.tsx', 'who confirmed a cart that had changed sees it as it is'],
  },
  {
    without: 'a confirmation of another cart answers the order that was just made',
    file: 'server/features/orders/orders.service.ts',
    take: ' || (expectedItems && !isAsShown(order.items.map(inQindarka), expectedItems))',
    falls: orders('repeating the confirmation answers the same order until the cart is used again'),
  },
  {
    without: 'a person has more than five open cash orders',
    file: 'server/features/orders/orders.service.ts',
    take: "if ((await countOpenCashOrders(tx, userId)) >= MAX_OPEN_CASH_ORDERS) throw new AppError(409, 'orders.tooManyOpen');",
    falls: orders('five cash orders may be open at a time'),
  },
  {
    without: 'closed orders count as open',
    file: 'server/features/orders/orders.store.ts',
    take: ", eq(orders.status, 'pending'))",
    leave: ')',
    falls: orders('five cash orders may be open at a time'),
  },
  {
    without: 'more than half a million is paid in cash',
    file: 'server/features/orders/orders.service.ts',
    take: "if (snapshot.total > CASH_LIMIT) throw new AppError(409, 'orders.overCashLimit');",
    falls: orders('more than 500,000 lek is not paid in cash'),
  },
  {
    without: 'an order leaves the cart full',
    file: 'server/features/orders/orders.service.ts',
    take: 'await closeCart(tx, { userId, orderId: order.id });',
    falls: orders('confirming turns the cart into one pending order'),
  },
  {
    without: 'an order is not written down in the audit log',
    file: 'server/features/orders/orders.service.ts',
    take: 'await writeAudit(tx, {\n      actorId: userId,',
    leave: 'void ({\n      actorId: userId,',
    falls: orders('confirming turns the cart into one pending order'),
  },
  {
    without: 'a guest keeps more than a hundred deals',
    file: 'server/features/favorites/favorites.store.ts',
    take: "if (wish.userId === null && (await tx.$count(favorites, ownRows(wish))) >= MAX_GUEST_FAVORITES) return 'full';",
    falls: ['server/features/favorites/favorites.test.ts', 'a guest may save a hundred deals'],
  },
  {
    without: 'a deal that nobody may see is saved',
    file: 'server/features/favorites/favorites.store.ts',
    take: "if (rows.length === 0) return 'absent';",
    falls: ['server/features/favorites/favorites.test.ts', 'a deal that nobody may see cannot be saved'],
  },
  {
    without: 'a hidden deal stays among the favourites',
    file: 'server/features/favorites/favorites.store.ts',
    take: ' and deal_is_public(d) and ${behind}',
    leave: ' and ${behind}',
    falls: [
      'server/features/favorites/favorites.test.ts',
      'an expired deal stays in the list; a hidden, paused or deleted one leaves it',
    ],
  },
  {
    without: 'a cart tells what nobody may see yet',
    file: store,
    take: 'case when ${isPublic} then json_build_object(',
    leave: 'case when true then json_build_object(',
    falls: ['server/features/cart/cart-additions.test.ts', 'what a deal says after it was hidden is told to no cart'],
  },
  {
    without: 'who adds without end fills the table of keys',
    file: 'server/features/cart/cart.store.ts',
    take: 'order by created_at desc offset ${KNOWN_ADDITIONS - 1} limit 1',
    leave: 'order by created_at limit 1',
    falls: ['server/features/cart/cart-additions.test.ts', 'who adds without end leaves no more keys'],
  },
  {
    without: 'what is added again stands at the price of the first time',
    file: store,
    take: '        addedPrice: sql`excluded.added_price`,',
    falls: ['server/features/cart/cart-added-price.test.ts', 'at the price for which it was added last'],
  },
];
