/** What is pressed before the page is alive: done then, once, unless it is not wanted any more. */
import type { Guard } from './guard.ts';

const file = 'web/entry.early.ts';
const falls = (test: string) => ['web/entry.early.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'what was pressed long ago is done all the same',
    file,
    take: 'setTimeout(() => heard.get(control) === event && forget(control), KEPT_MS);',
    falls: falls('what was pressed ten seconds ago looks as before'),
  },
  {
    without: 'what was pressed again is forgotten with the first press',
    file,
    take: 'heard.get(control) === event && forget(control)',
    leave: 'forget(control)',
    falls: falls('what was pressed ten seconds ago looks as before'),
  },
  {
    without: 'whoever has gone on still does what they pressed before',
    file,
    take: '    forgetAll();\n    return;\n',
    leave: '    return;\n',
    falls: falls('whoever goes on to another page'),
  },
  {
    without: 'what was pressed is done again by whatever comes alive next',
    file,
    take: '      forget(control);\n      control.dispatchEvent(again(event));',
    leave: '      control.dispatchEvent(again(event));',
    falls: falls('what was pressed shows that it was heard and is done once'),
  },
  {
    without: 'a page that is alive has its presses kept and done twice',
    file,
    take: "if (!('ready' in document.documentElement.dataset)) listen();",
    leave: 'listen();',
    falls: falls('what comes after the page is alive'),
  },
  {
    without: 'a page whose scripts were lost with the connection stays dead',
    file,
    take: "addEventListener('load', look);\n  addEventListener('unhandledrejection', beginAnew);\n  window",
    leave: 'window',
    falls: falls('a page whose script was lost begins anew at once'),
  },
  {
    without: 'a page whose script never comes begins anew without end',
    file,
    take: "navigation?.type === 'reload' ? LATER_MS : ASK_MS",
    leave: 'ASK_MS',
    falls: falls('a page whose script was lost begins anew later'),
  },
  {
    without: 'the policy of a page refuses the script that hears early',
    file: 'server/pages/policies.ts',
    take: "['script-src', [SELF, script]],",
    leave: "['script-src', [SELF]],",
    falls: ['server/pages/pages.test.ts', 'a page runs no inline script but the early one'],
  },
];
