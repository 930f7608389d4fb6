/** Whoever is asked something, told something or led somewhere: only about what they did, and only while they are there. */
import type { Guard } from './guard.ts';

const prompt = (test: string) => ['web/features/accounts/use-sign-in-prompt.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever reads on by keys is led away',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: 'if (event instanceof KeyboardEvent) return true;',
    falls: prompt('whoever reads on by keys meanwhile'),
  },
  {
    without: 'whoever goes to something else is led away',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: "if (event.type === 'focusin') return target !== control;",
    falls: prompt('whoever goes to what is no control meanwhile'),
  },
  {
    without: 'whoever presses twice is led nowhere',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: ' && pressed !== control',
    falls: prompt('whoever goes back to what asked'),
  },
  {
    without: 'whoever went on before the answer is led away',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: 'if (hasGone(asker)) return;',
    falls: prompt('whoever is at “close” when it turns out'),
  },
  {
    without: 'a deal is called added because another was',
    file: 'web/pages/deal.page.tsx',
    take: '        key={deal.id}\n',
    falls: ['web/pages/deal.test.tsx', 'what was added is in the cart'],
  },
  {
    without: 'a deal without a description waits for it for ever',
    file: 'web/pages/deal-modal.tsx',
    take: 'data || error ? null',
    leave: 'error ? null',
    falls: ['web/pages/deal-modal.test.tsx', 'no heading stands over a description that the deal has none of'],
  },
  {
    without: 'a message has a second voice',
    file: 'web/ui/toaster.tsx',
    take: '      announcerContainer={unheard}\n',
    falls: ['web/ui/toaster.test.tsx', 'a message is said by the voice alone'],
  },
];
