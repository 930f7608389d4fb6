/** How an order ends, where its buyer is sent, and what they are told of it. */
import type { Guard } from './guard.ts';

const canceling = (test: string) => ['server/features/orders/cancel-order.test.ts', test] as const;
const guarding = (test: string) => ['server/features/orders/order-guard.test.ts', test] as const;
const orderLimits = (test: string) => ['server/features/orders/orders-limit.test.ts', test] as const;
const order = (test: string) => ['web/pages/order.test.tsx', test] as const;
const service = 'server/features/orders/orders.service.ts';
const store = 'server/features/orders/orders.store.ts';

export const guards: readonly Guard[] = [
  {
    without: 'whoever guesses the id of an order hears that it is there',
    file: store,
    take: 'as json from orders where id = ${orderId} and user_id = ${userId}`);',
    leave: 'as json from orders where id = ${orderId} and ${userId}::text is not null`);',
    falls: canceling('an order of somebody else, and one that never was, are not there'),
  },
  {
    without: 'whoever knows the id of an order reads it',
    file: store,
    take: 'as json from orders where id = ${orderId} and user_id = ${userId}`);',
    leave: 'as json from orders where id = ${orderId} and ${userId}::text is not null`);',
    falls: ['server/features/orders/one-order.test.ts', 'to anybody else it is not there'],
  },
  {
    without: 'browsers and the shop keep pages of orders',
    file: 'server/pages/pages.ts',
    take: "route.access !== 'anyone' && Object.keys(params).length > 0",
    leave: "route.access === 'admin' && Object.keys(params).length > 0",
    falls: ['server/pages/pages-kept.test.ts', 'what is one person’s nobody keeps'],
  },
  {
    without: 'an order that a bank disputes is asked for as one to be used',
    file: store,
    take: '    isNull(orders.disputedAt),\n',
    falls: ['server/features/orders/orders-pages.test.ts', 'those that can be used are promised in cash'],
  },
  {
    without: 'what a test card paid for is asked for as real once the shop went live',
    file: store,
    take: 'and not p.is_live)`,',
    leave: "and p.provider = 'none')`,",
    falls: ['server/features/orders/test-cards.test.ts', 'is no ticket once the shop went live'],
  },
  {
    without: 'what a test card paid for is told as real once the shop went live',
    file: store,
    take: 'and not ${takesTestCards}::boolean',
    leave: 'and not ${takesTestCards}::boolean and false',
    falls: ['server/features/orders/test-cards.test.ts', 'is no ticket once the shop went live'],
  },
  {
    without: 'a test card leaves a ticket to show once the shop went live',
    file: 'web/features/orders/order-state.ts',
    take: '    !order.charge?.isVoid &&\n',
    falls: order('an order that was paid with a test card before is a receipt alone'),
  },
  {
    without: 'the page of an order does not hear of it when the others come',
    file: 'web/features/orders/use-orders.ts',
    take: 'const known = useKnownOrders();',
    leave: 'const known = useQueryClient().getQueryData(openQuery.queryKey) ?? [];',
    falls: order('an order that is seen among the others while its own page is open'),
  },
  {
    without: 'a bank that was asked for the money back leaves a ticket to show',
    file: 'web/features/orders/order-state.ts',
    take: '!isDoubted(order) &&',
    falls: order('an order that was asked back by a bank is a receipt alone'),
  },
  {
    without: 'a card payment can be used for ever',
    file: 'web/features/orders/order-state.ts',
    take: 'now < Date.parse(order.useBy));',
    leave: 'now > 0);',
    falls: order('an order that was paid by card is no ticket any more once its last day is over'),
  },
  {
    without: 'a scanner finds no edge of the code',
    file: 'web/ui/qr-code.tsx',
    take: 'border: QUIET',
    leave: 'border: QUIET - 3',
    falls: order('the code of an order in cash says the six fields'),
  },
  {
    without: 'an order that was taken back still shows its code',
    file: 'web/features/orders/order-receipt.tsx',
    take: '{usable && (',
    leave: '{order.id && (',
    falls: order('an order that was taken back says so and shows no code'),
  },
  {
    without: 'what was paid by card is taken back',
    file: store,
    take: "and(eq(orders.paymentMethod, 'cash'), eq(orders.status, 'pending'))",
    leave: "eq(orders.status, 'pending')",
    falls: canceling('an order that is {"paymentMethod":"card"} is not taken back'),
  },
  {
    without: 'an order that ended in another way is answered as if it had been taken back',
    file: service,
    take: "if (order.failedReason !== 'canceled') throw new AppError(409, 'orders.notOpen');",
    falls: canceling('an order that is {"status":"completed"} is not taken back'),
  },
  {
    without: 'nobody is told who took an order back',
    file: service,
    take: "await writeAudit(tx, { actorId: own.userId, action: 'orders.cancel', subject: 'order', subjectId: own.orderId });",
    leave: 'await Promise.resolve();',
    falls: canceling('an open order is taken back by its buyer, once'),
  },
  {
    without: 'an order is released before its last day is over',
    file: store,
    take: 'and(isOpen, lt(orders.useBy, sql`now()`))',
    leave: 'isOpen',
    falls: canceling('an order is released once its last second is over'),
  },
  {
    without: 'an order that was paid is released',
    file: store,
    take: 'and(isOpen, lt(orders.useBy, sql`now()`))',
    leave: 'lt(orders.useBy, sql`now()`)',
    falls: canceling('an order is released once its last second is over'),
  },
  {
    without: 'the job that releases orders waits for whoever holds one',
    file: store,
    take: ".for('update', { skipLocked: true })",
    leave: ".for('update')",
    falls: canceling('one run releases all there are, and waits for none that somebody holds'),
  },
  {
    without: 'a cart says where a deal is that nobody may see',
    file: 'server/features/cart/cart.store.ts',
    take: "'salon', case when ${isPublic} then ${sql.raw(salonContactJson('deals'))} end,",
    leave: "'salon', ${sql.raw(salonContactJson('deals'))},",
    falls: ['server/features/orders/order-salon.test.ts', 'a line and an order say where to go and whom to call'],
  },
  {
    without: 'an order that failed says another reason later',
    file: 'db/migrations/0001_rules.sql',
    take: 'or (new.failed_reason is distinct from old.failed_reason and new.status = old.status) then',
    leave: 'then',
    falls: guarding('a cash order that failed says why, no other does, and the reason stays'),
  },
  {
    without: 'an order fails without a reason',
    file: 'db/migrations/0000_tables.sql',
    take: `CHECK (("orders"."failed_reason" is not null) = ("orders"."payment_method" = 'cash' and "orders"."status" = 'failed'))`,
    leave: 'CHECK (true)',
    falls: guarding('a cash order that failed says why, no other does, and the reason stays'),
  },
  {
    without: 'an order that was taken back is called confirmed',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: 'if (isOver) return null;',
    falls: [
      'web/pages/ordering/use-confirm-order.test.tsx',
      'an order that was taken back before its answer came is not called confirmed',
    ],
  },
  {
    without: 'what one person put away the next one does not see',
    file: 'web/features/orders/pinned-order.tsx',
    take: 'isPersonal: () => true,',
    falls: ['web/features/orders/pinned-order.test.tsx', 'what somebody put away is nobody else’s to miss'],
  },
  {
    without: 'the empty cart tells of an order that was taken back',
    file: 'web/features/orders/use-orders.ts',
    take: 'if (keptConfirmation()?.orderId === order.id) keepConfirmation(null);',
    falls: ['web/pages/profile.test.tsx', 'an order is taken back once its buyer was asked'],
  },
  {
    without: 'whoever did not hear of the last order they might make never hears of it',
    file: service,
    take: 'if (made) return made;',
    leave: "await limiter.attemptIn(tx, { name: 'cashOrders', key: confirmation.actor }); if (made) return made;",
    falls: orderLimits('whoever did not hear of the last order'),
  },
  {
    without: 'an order that the database refused stays counted',
    file: 'server/kit/limits/exact-limits.ts',
    take: 'count(connectionOf(tx), name, key)',
    leave: 'count(connectionOf(tx) && pool, name, key)',
    falls: orderLimits('a confirmation that the shop was too busy for'),
  },
  {
    without: 'orders that were refused keep somebody from ordering',
    file: 'server/kit/http/under-limits.ts',
    take: '.filter(({ limit }) => !limit.isOfDeeds)',
    falls: orderLimits('a confirmation that was refused is not counted'),
  },
  {
    without: 'somebody confirms orders without end',
    file: service,
    take: "await limiter.attemptIn(tx, { name: 'cashOrders', key: confirmation.actor });",
    falls: orderLimits('the eleventh order within an hour'),
  },
  {
    without: 'an order that was taken back in another tab stands as open',
    file: 'web/features/orders/use-orders.ts',
    take: '  useEffect(() => hearTabs(NEWS, () => void queries.invalidateQueries({ predicate: isOfOrders })), [queries]);\n',
    falls: ['web/pages/order-canceled.test.tsx', 'an order that is taken back in another tab says so in this one'],
  },
  {
    without: 'other tabs hear nothing of an order',
    file: 'web/features/orders/use-orders.ts',
    take: '  tellTabs(NEWS);\n',
    falls: ['web/pages/order-canceled.test.tsx', 'the other tabs hear of an order that is taken back'],
  },
];
