/** What of the cart is not certain: sent once, shown as it was, and neither called done nor failed before it is known. */
import type { Guard } from './guard.ts';

const SENDER = 'web/features/cart/cart-sender.ts';
const lost = (test: string) => ['web/features/cart/lost-additions.test.tsx', test] as const;
const underWay = (test: string) => ['web/features/cart/order-under-way.test.tsx', test] as const;
const cart = (test: string) => ['web/features/cart/use-cart.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'what somebody else left on a device is kept as one’s own',
    file: 'web/features/cart/kept-changes.ts',
    take: 'before?.userId === userId ? before.changes : []',
    leave: 'before?.changes ?? []',
    falls: ['web/features/cart/page-left.test.tsx', 'what somebody else left on this device'],
  },
  {
    without: 'what another tab did not order after all is gone from the screen',
    file: SENDER,
    take: "isInDoubt = intention.kind === 'order' && answer === undefined;",
    leave: 'isInDoubt = false;',
    falls: underWay('what another tab did not order after all stays in sight'),
  },
  {
    without: 'removing what is gone is called a failure',
    file: SENDER,
    take: 'if (!isRemoval || !isRefusal(error) || error.code !== LINE_GONE) throw error;',
    leave: 'void isRemoval;\n      throw error;',
    falls: cart('removing what was removed elsewhere while an answer was lost'),
  },
  {
    without: 'what is being ordered is removed on the screen',
    file: 'web/features/cart/use-cart.ts',
    take: '    remove(line: CartItem): void {\n      if (isBeingOrdered()) return;\n',
    leave: '    remove(line: CartItem): void {\n',
    falls: underWay('whoever removes what is being ordered'),
  },
  {
    without: 'what is being ordered is cleared on the screen',
    file: 'web/features/cart/use-cart.ts',
    take: '    clear(): void {\n      if (isBeingOrdered()) return;\n',
    leave: '    clear(): void {\n',
    falls: underWay('whoever clears what is being ordered'),
  },
  {
    without: 'more than ninety-nine are asked for',
    file: 'web/features/cart/use-cart.ts',
    take: '      if (quantity > MAX_QUANTITY) return;\n',
    falls: cart('there are never more than ninety-nine'),
  },
  {
    without: 'what is refused is sent once more under another key',
    file: SENDER,
    take: ' || !isGone',
    falls: lost('what was called failed, and cannot be added any more'),
  },
  {
    without: 'two additions after one that was called failed are taken for one',
    file: 'web/features/cart/cart-queue.ts',
    take: " || waiting.some(({ kind }) => kind === 'add')",
    falls: lost('what was called failed, and is wanted twice then'),
  },
  {
    without: 'taps on a later addition are lost with one that was refused',
    file: 'web/features/cart/cart-intentions.ts',
    take: ' && (again === -1 || index < again)',
    falls: lost('what was tapped on an addition that came after a refused one'),
  },
];
