/** What was pressed is what is done: once, and to what stood there. */
import type { Guard } from './guard.ts';

export const guards: readonly Guard[] = [
  {
    without: 'two quick presses of the bin take two lines',
    file: 'web/features/cart/cart-line.tsx',
    take: '          if (lines.isForBefore()) return;\n          remove(line);',
    leave: '          remove(line);',
    falls: ['web/features/cart/second-press.test.tsx', 'a second press of the bin'],
  },
  {
    without: 'two quick presses of minus take two lines',
    file: 'web/features/cart/cart-line.tsx',
    take: '    if (lines.isForBefore()) return;\n    step(',
    leave: '    step(',
    falls: ['web/features/cart/second-press.test.tsx', 'a second press of minus at 1'],
  },
  {
    without: 'nobody notes that a line has moved under the finger',
    file: 'web/features/cart/cart-line.tsx',
    take: 'if (line.quantity + by === 0) lines.noteMoved();',
    leave: '',
    falls: ['web/features/cart/second-press.test.tsx', 'a second press of minus at 1'],
  },
  {
    without: 'two quick presses of a heart take two deals',
    file: 'web/features/favorites/use-favorites.ts',
    take: '    if (cards.isForBefore()) return;\n',
    falls: ['web/pages/favorites.test.tsx', 'a second press of a heart'],
  },
  {
    without: 'two quick presses of Add lead off the deal',
    file: 'web/features/cart/add-to-cart.tsx',
    take: 'onClick={(event) => foot.isForBefore() && event.preventDefault()}',
    leave: '',
    falls: ['web/features/cart/add-to-cart.test.tsx', 'a second press of it does not lead away'],
  },
  {
    without: 'what a message offers is done as often as it is pressed',
    file: 'web/kit/toasts.ts',
    take: '  if (current?.id !== id || current.isLeaving) return;\n  const { action }',
    leave: '  if (current?.id !== id) return;\n  const { action }',
    falls: ['web/ui/toaster.test.tsx', 'what a message offers is done once'],
  },
];
