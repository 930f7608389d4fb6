/** Whether there is a connection is said where it is seen, and only by an answer of ours. */
import type { Guard } from './guard.ts';

export const guards: readonly Guard[] = [
  {
    without: 'a dialog covers that there is no connection',
    file: 'web/shell/connection-banner.tsx',
    take: 'useTopDialog() ?? document.body',
    leave: '(useTopDialog(), document.body)',
    falls: ['web/shell/connection-banner.test.tsx', 'a dialog does not cover it'],
  },
  {
    without: 'what a hotel answers is taken for a connection',
    file: 'web/kit/api.ts',
    take: '  const text = await response.text();\n  if (!response.ok) {',
    leave: '  const text = await response.text();\n  if (response.ok) reportReached();\n  if (!response.ok) {',
    falls: ['web/shell/connection-banner.test.tsx', 'what a hotel answers to a call is no connection'],
  },
  {
    without: 'a drawing that failed before the page was alive stays a broken frame',
    file: 'web/ui/empty-state.tsx',
    take: '        if (element?.complete && element.naturalWidth === 0) setFailed(name);\n',
    falls: ['web/ui/empty-state.test.tsx', 'a drawing that failed before the page was alive'],
  },
  {
    without: 'a broken frame stands where a drawing could not be fetched',
    file: 'web/ui/empty-state.tsx',
    take: '      onError={() => setFailed(name)}\n',
    falls: ['web/ui/empty-state.test.tsx', 'a drawing that cannot be fetched leaves its place free'],
  },
  {
    without: 'a proxy that knows no such page is a connection',
    file: 'web/kit/api.ts',
    take: 'refusal.code && ',
    falls: ['web/kit/api.test.ts', 'what is no refusal of ours'],
  },
  {
    without: 'what stands before a server that is away is a connection',
    file: 'web/kit/api.ts',
    take: ' && response.status < 500',
    falls: ['web/kit/api.test.ts', 'in the place of a server that is away'],
  },
  {
    without: 'what our server refuses is no connection',
    file: 'web/kit/api.ts',
    take: '    if (refusal.code && response.status < 500) reportReached();\n',
    falls: ['web/kit/api.test.ts', 'a refusal is a connection'],
  },
  {
    without: 'what our server answers is no connection',
    file: 'web/kit/api.ts',
    take: '  reportReached();\n  return { answer, next',
    leave: '  return { answer, next',
    falls: ['web/kit/api.test.ts', 'an answer is a connection'],
  },
];
