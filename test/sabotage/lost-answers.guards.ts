/** What is said and done where an answer was lost, so that nobody believes what is not so. */
import type { Guard } from './guard.ts';

const mailedLinks = 'web/features/accounts/use-mailed-links.ts';
const secondFactors = 'server/features/second-factors/second-factors.service.ts';
const codes = (test: string) => ['server/features/second-factors/second-factors.test.ts', test] as const;
const useSecondFactor = 'web/features/second-factor/use-second-factor.ts';
const lost = (test: string) => ['web/features/second-factor/two-step-lost.test.tsx', test] as const;
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
  {
    without: 'whose answer was lost as codes were turned on never hears of recovery codes',
    file: secondFactors,
    take: '    await isFirst(tx, confirmationOf(user, step));\n',
    falls: codes('whose answer was lost as codes were turned on'),
  },
  {
    without: 'recovery codes are made anew with a code that turned nothing on',
    file: secondFactors,
    take: '!(await isFirst(tx, confirmationOf(user, step)))',
    leave: 'isFirst !== null',
    falls: codes('a code that turned nothing on makes no recovery codes'),
  },
  {
    without: 'whoever saw the code that turned codes on gets recovery codes in a session of theirs',
    file: secondFactors,
    take: '`${sessionKey} ${step}`',
    leave: '`${sessionKey && step}`',
    falls: codes('the code that turned codes on is of no use in another session'),
  },
  {
    without: 'the code that turned codes on gets recovery codes after a later one was taken',
    file: secondFactors,
    take: 'step === last?.step',
    leave: 'last !== null',
    falls: codes('the code that turned codes on is over with its time, and with any later one'),
  },
  {
    without: 'who turned codes on without an answer is told to begin anew',
    file: useSecondFactor,
    take: 'throw lost.current && isDone ? lost.current.error : error;',
    leave: 'throw lost.current && isDone ? error : error;',
    falls: lost('who turned it on without an answer sees that it is on'),
  },
  {
    without: 'a code that is wrong is called lost',
    file: useSecondFactor,
    take: ' && lost.current?.code === body.code',
    falls: lost('whose new recovery codes were lost reads that the old ones may be dead'),
  },
  {
    without: 'codes that were turned on without an answer are called off',
    file: useSecondFactor,
    take: 'send: useSendCode(what),\n    onFailed: () => void queries.invalidateQueries(stateQuery),',
    leave: 'send: useSendCode(what),',
    falls: lost('who turned it on without an answer sees that it is on'),
  },
  {
    without: 'who turned codes off without an answer is told that it failed',
    file: useSecondFactor,
    take: "if (isLost.current && codeOfRefusal(error) === 'secondFactors.isOff') return;",
    falls: lost('who turned it off without an answer is told so'),
  },
];
