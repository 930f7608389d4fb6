/** What is said and done where an answer was lost, so that nobody believes what is not so. */
import type { Guard } from './guard.ts';

const mailedLinks = 'web/features/accounts/use-mailed-links.ts';
const reset = (test: string) => ['web/pages/reset.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a password that was changed without an answer is called unchanged',
    file: mailedLinks,
    take: "return lost.current === token ? 'unknown' : 'over';",
    leave: "return 'over';",
    falls: reset('a link that is over since an answer was lost'),
  },
  {
    without: 'where every answer was lost the password is called not saved',
    file: mailedLinks,
    take: "    unknown: t('reset.new.unknown'),\n",
    falls: reset('where every answer is lost the password is not called unchanged'),
  },
];
