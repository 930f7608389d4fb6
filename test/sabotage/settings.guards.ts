/** What people choose for themselves. */
import type { Guard } from './guard.ts';

const store = 'server/features/settings/settings.store.ts';
const settings = (test: string) => ['server/features/settings/settings.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'one sees what somebody else chose',
    file: store,
    take: '.where(eq(userSettings.userId, userId));',
    leave: '.limit(1);',
    falls: settings('mails are on until somebody says otherwise'),
  },
  {
    without: 'who never chose gets no mails',
    file: store,
    take: 'const [row = { emailNotifications: true }]',
    leave: 'const [row = { emailNotifications: false }]',
    falls: settings('mails are on until somebody says otherwise'),
  },
  {
    without: 'a name turns the letters around it',
    file: 'core/contract/own-name.ts',
    take: '!UNSEEN.test(name)',
    leave: 'UNSEEN !== undefined || name.length > 0',
    falls: settings('nobody is called marks that turn what follows'),
  },
  {
    without: 'a name is longer than the table holds once its letters are taken apart',
    file: 'core/contract/own-name.ts',
    take: 'z.normalize(),',
    leave: 'z.overwrite((name) => name),',
    falls: settings('nobody is called sixty letters that are stored as three each'),
  },
  {
    without: 'somebody is called what nobody sees',
    file: 'core/contract/own-name.ts',
    take: '\\p{Default_Ignorable_Code_Point}\\u2800',
    leave: '\\u200c\\u200d',
    falls: settings('nobody is called letters that nobody sees'),
  },
  {
    without: 'one gives others a name',
    file: 'server/features/people/people.store.ts',
    take: '.where(and(eq(users.id, id), users.isActive));\n  return rowCount',
    leave: '.where(users.isActive);\n  return 1 + 0 * (rowCount ?? 0)',
    falls: settings('one is called as one likes'),
  },
  {
    without: 'mails come in another language than was chosen',
    file: 'web/features/settings/own-language.tsx',
    take: 'await api.call(settings.chooseLanguage, { body: { language } });',
    falls: [
      'web/features/settings/own-language.test.tsx',
      'whoever reads in another language than they are written in',
    ],
  },
  {
    without: 'a tab shows what was saved before',
    file: 'web/features/settings/use-settings.ts',
    take: 'form.reset({ emailNotifications }, { keepSubmitCount: true });',
    leave: 'void form;',
    falls: ['web/pages/settings.test.tsx', 'what is saved elsewhere is shown'],
  },
];
