/** What is asked again after a change, so that no screen shows what was before it. */
import type { Guard } from './guard.ts';

const reset = (test: string) => ['web/pages/reset.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever was signed in before another password was set stays so on the screen',
    file: 'web/features/accounts/use-mailed-links.ts',
    take: "if (how !== 'over') await askWhoIsHere(queries);",
    leave: 'void [askWhoIsHere, queries];',
    falls: reset('whoever was signed in is not any more once a password was set'),
  },
];
