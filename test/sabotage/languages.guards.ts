/** Texts in two languages: which travel, and under which one is remembered. */
import type { Guard } from './guard.ts';

export const guards: readonly Guard[] = [
  {
    without: 'English texts are called Albanian',
    file: 'server/pages/page-data.ts',
    take: "if (language === 'sq') answered[`${name}En`] = null;\n    else if (inEnglish) answered[name] = '';",
    leave: "if (language === 'en' && inEnglish) answered[name] = inEnglish;\n    answered[`${name}En`] = null;",
    falls: ['server/pages/page-data.test.ts', 'on the English page / only what is Albanian alone'],
  },
  {
    without: 'what was looked at on an English page has no title on an Albanian one',
    file: 'web/features/deals/recently-viewed.ts',
    take: 'if (!deal.title) return;',
    falls: ['web/pages/related-deals.test.tsx', 'a deal is kept as soon as its titles are known'],
  },
  {
    without: 'an address is read as English on an English page',
    file: 'web/features/deals/deal-words.ts',
    take: '{ text: address, lang: langOf(null, t) }',
    leave: '{ text: address, lang: undefined }',
    falls: ['web/features/deals/titled.test.tsx', 'an address is Albanian on an English page'],
  },
  {
    without: 'the name of the dialog of a deal is said in the wrong language',
    file: 'web/shell/opened-deal.tsx',
    take: ' lang={lang}',
    falls: ['web/shell/opened-deal.test.tsx', 'on an English page the name of the dialog of a deal is in Albanian'],
  },
];
