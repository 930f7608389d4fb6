/** The deal of the day: the list below it waits a little, and neither says it twice nor moves for it. */
import type { Guard } from './guard.ts';

const banner = (test: string) => ['web/pages/home-banner.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'the banner stands over a list in another order, and takes its first deal',
    file: 'web/pages/home.page.tsx',
    take: "category === 'all' && !sort &&",
    leave: "category === 'all' &&",
    falls: banner('what stands in the banner comes last of the whole list'),
  },
  {
    without: 'the banner stands over a list of some prices, and takes its first deal',
    file: 'web/pages/home.page.tsx',
    take: ' && !isBound;',
    leave: ';',
    falls: banner('what stands in the banner comes last of the whole list'),
  },
  {
    without: 'a list waits for a deal of the day that does not come',
    file: 'web/pages/home/use-banner.ts',
    take: 'isComing && !isLate',
    leave: 'isComing',
    falls: banner('the list does not wait long for a deal of the day that is slow'),
  },
  {
    without: 'a list waits while the deal of the day is asked for again and again',
    file: 'web/pages/home/use-banner.ts',
    take: 'failureCount === 0 ? PATIENCE_MS : 0',
    leave: 'PATIENCE_MS',
    falls: banner('the list does not wait long for a deal of the day that cannot be told'),
  },
  {
    without: 'a deal of the day that comes late moves what stands below it',
    file: 'web/pages/home/use-banner.ts',
    take: 'isLate ? [] : data',
    leave: 'data',
    falls: banner('a deal of the day that comes too late'),
  },
  {
    without: 'a deal of the day that came too late is never shown',
    file: 'web/pages/home/use-banner.ts',
    take: '  if (lateIn !== null && !(isLate && isShown)) setLateIn(null);\n',
    falls: banner('a deal of the day that comes too late'),
  },
  {
    without: 'a deal of the day is given up though the list is not there either',
    file: 'web/pages/home/use-banner.ts',
    take: 'if (!isComing || !isListThere) return;',
    leave: 'if (!isComing) return;',
    falls: banner('is shown where the list came no sooner'),
  },
];
