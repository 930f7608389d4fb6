/** The provider of cards is not asked more than makes sense, nor waited for longer than anybody waits. */
import type { Guard } from './guard.ts';

const asked = (test: string) => ['server/features/payments/asked.test.ts', test] as const;
const asking = 'server/features/payments/payments.asked.ts';

export const guards: readonly Guard[] = [
  {
    without: 'a provider that hangs is told as a shop that is busy',
    file: asking,
    take: 'Promise.race([answer, late])',
    leave: 'Promise.race([answer, late.catch(() => answer)])',
    falls: asked('a provider that hangs is told as away'),
  },
  {
    without: 'the answer from before somebody paid is told to who paid',
    file: asking,
    take: 'if (!before) return begin(cards, id);',
    leave: 'if (before) return before;\n    if (!before) return begin(cards, id);',
    falls: asked('of many who ask about a payment at once'),
  },
  {
    without: 'each of many who ask about a payment at once asks the provider',
    file: asking,
    take: 'next.set(id, after);',
    falls: asked('of many who ask about a payment at once'),
  },
  {
    without: 'the provider is asked for ever about what was canceled',
    file: asking,
    take: "if (found?.state === 'canceled') canceled.set(id, found);",
    falls: asked('a payment that was canceled is asked about once'),
  },
  {
    without: 'one person wears out what the provider answers to the shop',
    file: 'core/contract/payments.ts',
    take: "    limit: 'checkouts',\n",
    falls: ['test/limits.test.ts', 'checkouts are counted where they are made'],
  },
];
