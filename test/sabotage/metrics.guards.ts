/** What those who run the shop see of it is true. */
import type { Guard } from './guard.ts';

const metrics = (test: string) => ['server/kit/metrics/metrics.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a deed that was taken back counts as done',
    file: 'server/kit/audit.ts',
    take: 'onCommit(tx, () => countDeed(deed.action));',
    leave: 'countDeed(deed.action);',
    falls: metrics('a deed counts when it is committed, and once'),
  },
  {
    without: 'what a page asks of its own process counts as visitors',
    file: 'server/kit/http/observe.ts',
    take: 'if (!isInside(request)) {',
    leave: 'if (request) {',
    falls: metrics('what a page asks of its own process counts as no request'),
  },
  {
    without: 'nobody hears of a slow statement that failed in the end',
    file: 'server/kit/db/slow-statements.ts',
    take: '        end();\n        back(...answer);',
    leave: '        if (!answer[0]) end();\n        back(...answer);',
    falls: ['server/kit/db/slow-statements.test.ts', 'a statement that takes long is named'],
  },
  {
    without: 'every statement counts as slow',
    file: 'server/kit/db/slow-statements.ts',
    take: 'if (ms >= slowMs) tell(',
    leave: 'tell(',
    falls: ['server/kit/db/slow-statements.test.ts', 'a statement that takes less is not named'],
  },
  {
    without: 'the log shows what a slow statement was given',
    file: 'server/kit/db/slow-statements.ts',
    take: "return said.name ?? nameOf(said.text ?? '');",
    leave: 'return JSON.stringify(said);',
    falls: ['server/kit/db/slow-statements.test.ts', 'a statement that takes long is named'],
  },
];
