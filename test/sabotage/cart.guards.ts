/** What the browser's half of a cart keeps: what was wanted is done once, by nobody else, and what was shown is ordered. */
import type { Guard } from './guard.ts';

const useUser = 'web/features/accounts/use-user.ts';
const sender = 'web/features/cart/cart-sender.ts';
const queue = 'web/features/cart/cart-queue.ts';
const unanswered = 'web/pages/ordering/unanswered-order.tsx';
const underWay = (test: string) => ['web/features/cart/order-under-way.test.tsx', test] as const;
const otherTabs = (test: string) => ['web/features/cart/cart-of-other-tabs.test.tsx', test] as const;
const orders = (test: string) => ['web/features/cart/use-order-cart.test.tsx', test] as const;
const lostAnswers = (test: string) => ['web/pages/ordering/lost-answers.test.tsx', test] as const;
const comeBack = (test: string) => ['web/pages/ordering/unanswered-order.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'what was not sent yet changes the cart of the next person',
    file: queue,
    take: "      clearTimeout(pause);\n      state = 'idle';\n      sender.close();\n",
    falls: ['web/features/cart/use-order-cart.test.tsx', 'whoever leaves takes along what was not sent yet'],
  },
  {
    without: 'what one person wanted is tried again as the next',
    file: sender,
    take: '(isClosed ? Promise.reject(signedOut()) : call())',
    leave: 'call()',
    falls: ['web/features/cart/use-order-cart.test.tsx', 'what is tried again after somebody left'],
  },
  {
    without: 'an order that nobody waits for any more keeps all tabs from asking',
    file: queue,
    take: '      for (const { done } of lost) done.reject(signedOut());\n',
    falls: ['web/features/cart/use-order-cart.test.tsx', 'whoever leaves has not ordered'],
  },
  {
    without: 'the order of who left stands in the history of the next person',
    file: 'web/features/orders/use-orders.ts',
    take: '  if (queries.getQueryData(userQuery.queryKey)?.id !== userId) return;\n',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'when the next person is here'],
  },
  {
    without: 'what was ordered stays on the device of who signed out',
    file: useUser,
    take: '      forgetPersonalThings(isEnd);\n',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'nothing of an order stays on the device'],
  },
  {
    without: 'a confirmation that was called failed orders later',
    file: unanswered,
    take: 'confirmation !== null && isUnderWay(confirmation)',
    leave: 'confirmation !== null',
    falls: comeBack('what was called failed makes no order any more'),
  },
  {
    without: 'what was answered before the doubt decides what became of an order',
    file: 'web/features/orders/use-orders.ts',
    take: 'queries.removeQueries(made);',
    falls: lostAnswers('an order that arrives after it was called failed'),
  },
  {
    without: 'an order that was made is forgotten when something before our server fails',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: ' && [400, 409].includes(error.status)',
    falls: lostAnswers('what a server in trouble answered says nothing'),
  },
  {
    without: 'an order stands twice in the history',
    file: 'web/features/orders/use-orders.ts',
    take: 'items: others(page.items, order)',
    leave: 'items: page.items',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'an order that the history already holds'],
  },
  {
    without: 'an order is called failed though nobody knows',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: 'if (made === undefined) {',
    leave: 'if (made === null) {',
    falls: lostAnswers('what no answer tells is called neither'),
  },
  {
    without: 'an order that was made is called failed when its answers are lost',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: 'if (made) return { made: tellMade(confirmation, made) };',
    falls: ['web/pages/checkout.test.tsx', 'whose every answer was lost sees the ticket'],
  },
  {
    without: 'a cancellation whose answer was lost is called none',
    file: 'web/features/orders/use-orders.ts',
    take: "if (now?.failedReason === 'canceled') return done(now);",
    falls: ['web/pages/profile.test.tsx', 'an order whose cancellation nobody answered'],
  },
  {
    without: 'what another tab called failed a moment ago is sent',
    file: 'web/features/orders/confirmation.ts',
    take: 'export const keptConfirmation = kept.getAfresh;',
    leave: 'export const keptConfirmation = kept.get;',
    falls: comeBack('what another tab called failed meanwhile is not sent'),
  },
  {
    without: 'somebody else orders what was confirmed on this device',
    file: 'web/features/orders/confirmation.ts',
    take: "visitor.state === 'user' && confirmation?.userId === visitor.user.id ? confirmation : null",
    leave: 'confirmation',
    falls: comeBack('nobody is told what somebody else confirmed'),
  },
  {
    without: 'an addition is taken for an earlier one that was made',
    file: sender,
    take: "    if (intention.kind === 'add') doubted.delete(intention.deal.id);\n",
    falls: ['web/features/cart/lost-additions.test.tsx', 'is not made twice when it is wanted again'],
  },
  {
    without: 'an addition that was called failed is made twice',
    file: sender,
    take: 'before?.quantity === addition.quantity ? before : addition',
    leave: 'addition',
    falls: ['web/features/cart/lost-additions.test.tsx', 'is not made twice when it is wanted again'],
  },
  {
    without: 'what is added in one tab changes what another is ordering',
    file: 'web/features/cart/use-cart.ts',
    take: '    if (isOfViewerUnderWay(queries)) queue.hold(whenOver());\n',
    falls: underWay('what is added while another tab orders waits for that'),
  },
  {
    without: 'the cart waits for what somebody else ordered on this device',
    file: 'web/features/cart/use-cart.ts',
    take: 'last?.userId === queries.getQueryData(userQuery.queryKey)?.id && ',
    falls: underWay('nobody waits for what somebody else ordered'),
  },
  {
    without: 'an order found under way is made after what was added since',
    file: queue,
    take: '      held?.take(confirm);\n',
    falls: underWay('is made here before what was added since'),
  },
  {
    without: 'what is added while an order is under way stands in what is ordered',
    file: 'web/features/cart/cart-intentions.ts',
    take: 'order === -1 ? undefined : order',
    leave: 'undefined',
    falls: underWay('is neither shown in it nor ordered'),
  },
  {
    without: 'an order is made without the changes it stood behind when its page was left',
    file: unanswered,
    take: ' && !hasKeptChanges) sendAgain',
    leave: ') sendAgain',
    falls: comeBack('waits for it still'),
  },
  {
    without: 'who was signed out before their order arrived never hears that it was not made',
    file: 'web/features/orders/confirmation.ts',
    take: "confirmation?.state !== 'signedOut' || isLate(confirmation)",
    leave: 'true',
    falls: comeBack('hears so when they are back'),
  },
  {
    without: 'every word of another tab while something changes is a question of its own',
    file: queue,
    take: '      if (signal?.aborted) throw signedOut();\n',
    falls: otherTabs('is asked for once'),
  },
  {
    without: 'what is added is shown twice until it is answered',
    file: queue,
    take: '      await wishes.untilNone();\n',
    falls: otherTabs('is not shown twice'),
  },
  {
    without: 'a cart that no screen shows any more hears other tabs for ever',
    file: 'web/features/cart/use-cart.ts',
    take: '      if (watching === 0) end();\n',
    falls: otherTabs('only as long as a screen shows the cart'),
  },
  {
    without: 'the order of the next person falls with what the last one was refused',
    file: sender,
    take: '      if (isClosed) return;\n',
    falls: orders('does not fall with what the last one was refused'),
  },
  {
    without: 'what the next person wants is sent twice',
    file: queue,
    take: '    if (own.isClosed()) return;\n',
    falls: orders('what the next person wants is sent once'),
  },
  {
    without: 'what was not shown is asked for all the same',
    file: 'web/features/cart/cart-intentions.ts',
    take: "      later.kind === 'order' || ",
    leave: '      ',
    falls: orders('though the total is as it was shown'),
  },
  {
    without: 'what stands on a cart that may have become another is sent all the same',
    file: sender,
    take: 'isInDoubt || (',
    leave: '(',
    falls: otherTabs('to the line as it is by then'),
  },
  {
    without: 'two tabs send the same confirmation at once',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: '    void inTurn(() => outcome);\n',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'before it is answered'],
  },
  {
    without: 'what cannot be ordered stands in the total',
    file: 'web/features/cart/cart-totals.tsx',
    take: '      .filter(isForSale)\n',
    falls: ['web/pages/cart.test.tsx', 'what is not for sale any more stands in no sum'],
  },
  {
    without: 'a cart that cannot be ordered is offered to be paid',
    file: 'web/pages/ordering/select-method.tsx',
    take: 'lines.every(isForSale) ? (',
    leave: 'lines ? (',
    falls: ['web/pages/checkout.test.tsx', 'who has a deal in the cart that is not for sale'],
  },
  {
    without: 'what was called failed and taken out elsewhere is never added once more',
    file: sender,
    take: '.catch((error: unknown) => addAnother(wish, error))',
    falls: ['web/features/cart/lost-additions.test.tsx', 'taken out on another device, can be added'],
  },
  {
    without: 'what cannot be bought is offered to be put back',
    file: 'web/features/cart/use-line-voice.ts',
    take: 'line.unavailable ? undefined : ',
    falls: ['web/features/cart/use-cart.test.tsx', 'can be removed, and not be put back'],
  },
  {
    without: 'what was kept without what was shown is ordered',
    file: 'web/features/orders/confirmation.ts',
    take: ", 'expectedItems']",
    leave: ']',
    falls: ['web/pages/ordering/unanswered-order.test.tsx', 'does not say what was shown is not sent'],
  },
  {
    without: 'why nothing was ordered is said where one is led on',
    file: 'web/pages/ordering/unanswered-order.tsx',
    take: 'if (!isLedOn) hear();',
    leave: 'hear();',
    falls: ['web/pages/ordering/unanswered-order.test.tsx', 'whoever is led back to the checkout'],
  },
  {
    without: 'what was called failed and changed since is not added to',
    file: sender,
    take: "      if (intention.kind !== 'add') doubted.clear();\n",
    falls: ['web/features/cart/lost-additions.test.tsx', 'is seen in the cart and changed there, is added to'],
  },
];
