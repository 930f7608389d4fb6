/** What somebody typed, chose or was going to: theirs alone, and not lost on the way. */
import type { Guard } from './guard.ts';

const useUser = 'web/features/accounts/use-user.ts';
const unsaved = 'web/features/settings/unsaved.ts';
const helpDialog = 'web/features/support/help-dialog.tsx';
const help = (test: string) => ['web/pages/help-kept.test.tsx', test] as const;
const settings = (test: string) => ['web/pages/settings.test.tsx', test] as const;
const tabs = (test: string) => ['web/features/accounts/use-other-tabs.test.tsx', test] as const;
const leaving = 'web/kit/leaving.ts';
const link = (test: string) => ['web/kit/leaving.test.tsx', test] as const;
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
  {
    without: 'a message goes out as of who signs in over its writer',
    file: helpDialog,
    take: 'if (isOfAnother) leave();',
    leave: 'void isOfAnother;',
    falls: help('what somebody is writing is not there for who signs in over them'),
  },
  {
    without: 'whose session ended loses the message that they are writing',
    file: helpDialog,
    take: "visitor.state === 'user' && visitor.user.id !== userId",
    leave: "(visitor.state !== 'user' || visitor.user.id !== userId)",
    falls: help('who comes back in another tab after their session ended goes on writing'),
  },
  {
    without: 'what is typed in a form stands there for who signs in over its person',
    file: 'web/features/accounts/require-user.tsx',
    take: '<Fragment key={visitor.user.id}>',
    leave: '<Fragment>',
    falls: settings('what somebody typed does not stand there for who signs in over them'),
  },
  {
    without: 'unsaved settings come back to who signs in over their person',
    file: unsaved,
    take: 'unsaved?.userId === userId ? unsaved.fields : {}',
    leave: 'userId && unsaved ? unsaved.fields : {}',
    falls: settings('what somebody typed does not stand there for who signs in over them'),
  },
  {
    without: 'unsaved settings stay on the device of who left',
    file: unsaved,
    take: 'isPersonal: () => true',
    leave: 'isPersonal: () => false',
    falls: settings('what somebody typed is not kept when they leave'),
  },
  {
    without: 'what somebody types in one tab stays as another signs in over them in a second',
    file: useUser,
    take: ': Boolean(before && before.id !== user.id);',
    leave: ': false;',
    falls: tabs('whoever signs in over another tells the other tabs that they left'),
  },
  {
    without: 'a session that ends in one tab throws away what is being written in others',
    file: useUser,
    take: 'user === null ? !isEnd :',
    leave: 'user === null ? true :',
    falls: tabs('whose session ends in one tab keeps what they are writing in the others'),
  },
  {
    without: 'a tab that hears of somebody who left takes from who came after',
    file: 'web/kit/kept.ts',
    take: '(isOwn || !isElsewhere) && ',
    falls: tabs('who left in another tab leaves nothing in this one'),
  },
  {
    without: 'a link that somebody left in a tab stays for whoever comes after',
    file: 'web/features/accounts/verify-token.ts',
    take: 'isPersonal: () => true',
    leave: 'isPersonal: () => false',
    falls: ['web/pages/verify.test.tsx', 'the link goes with whoever signs out'],
  },
  {
    without: 'a name that was erased is back after another language is chosen',
    file: unsaved,
    take: '[name]: now ?? null',
    leave: '[name]: now',
    falls: settings('a name that was erased is erased still when the page is loaded anew'),
  },
  {
    without: 'a page asks for ever about a form that is gone',
    file: 'web/ui/form/form.tsx',
    take: '    return () => tellUnsaved(submission.id, false);\n',
    falls: [
      'web/ui/form/ask-before-leaving.test.tsx',
      'one is asked about what was typed as long as its form is there',
    ],
  },
  {
    without: 'after another language Back asks about nothing, or about what was gone to first',
    file: 'web/kit/use-language-change.ts',
    take: '{ ...history.state, usr: null }',
    leave: 'null',
    falls: ['web/shell/footer-choices.test.tsx', 'who chooses another language stands at the same place'],
  },
  {
    without: 'a link leads away from what is not saved',
    file: leaving,
    take: 'setGoOn({ to: () => link.click() });',
    falls: link('a link to another page is asked about'),
  },
  {
    without: 'a link that opens a tab is asked about',
    file: leaving,
    take: 'link.target || ',
    falls: link('a link that opens a tab leaves nothing'),
  },
  {
    without: 'a link that saves a file is asked about',
    file: leaving,
    take: " || link.hasAttribute('download')",
    falls: link('a link that saves a file leaves nothing'),
  },
  {
    without: 'a link that is pressed for another tab is asked about',
    file: leaving,
    take: '!isPlain || ',
    leave: '(isPlain && false) || ',
    falls: link('a link pressed for another tab leaves nothing'),
  },
  {
    without: 'a link to another site is asked about, though the tab keeps what is typed',
    file: leaving,
    take: 'link.origin !== location.origin || ',
    falls: link('a link to another site leaves nothing'),
  },
  {
    without: 'another language of a page is asked about',
    file: leaving,
    take: ' || link.pathname === location.pathname',
    falls: link('a link to another place of this page leaves nothing'),
  },
  {
    without: 'Back leads away from what is not saved',
    file: 'web/kit/history-router.tsx',
    take: '  hearBackFirst();\n',
    falls: link('Back is asked about first'),
  },
];
