/** What somebody typed, chose or was going to: theirs alone, and not lost on the way. */
import type { Guard } from './guard.ts';

const reset = (test: string) => ['web/pages/reset.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'where somebody was going is told to who comes after them',
    file: 'web/features/accounts/reset-from.ts',
    take: 'isPersonal: () => true',
    leave: 'isPersonal: () => false',
    falls: reset('where somebody was going is not told to who comes after them'),
  },
  {
    without: 'who once went somewhere by another password is led there again and again',
    file: 'web/pages/reset.page.tsx',
    take: " onClick={() => resetFrom.set('')}",
    falls: reset('the way to where one was going is taken once'),
  },
];
