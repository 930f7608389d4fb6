/** Pages are packed for many without keeping files and others waiting. */
import type { Guard } from './guard.ts';

const file = 'server/pages/packer.ts';
const falls = (test: string) => ['server/pages/packer.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'invented addresses keep files from being read',
    file,
    take: 'quickly.take(() => as(QUICK))',
    leave: 'as(QUICK)',
    falls: falls('while pages are packed files are read'),
  },
  {
    without: 'popular pages are packed densely all at once',
    file,
    take: 'densely.take(() => as(DENSE))',
    leave: 'as(DENSE)',
    falls: falls('where fifty wait to be packed densely'),
  },
  {
    without: 'pages that nobody keeps any more are packed densely',
    file,
    take: ' && densely.waiting < MOST_WAITING',
    falls: falls('where fifty wait to be packed densely'),
  },
  {
    without: 'everybody waits until what somebody invented is packed',
    file,
    take: 'if (!packed && quickly.waiting >= mostBefore) {',
    leave: 'if (!packed && quickly.waiting >= 1000) {',
    falls: falls('behind many that are packed'),
  },
  {
    without: 'invented pages are packed before those that are kept',
    file,
    take: 'isKept ? MOST_NEW.kept : MOST_NEW.unkept',
    leave: 'isKept ? MOST_NEW.kept : MOST_NEW.kept',
    falls: falls('behind many that are packed'),
  },
  {
    without: 'three who ask for an invented page at once keep a core busy',
    file,
    take: 'if (isKept && sent',
    leave: 'if (sent',
    falls: falls('a page that nobody keeps'),
  },
  {
    without: 'packing a new page takes ten times as long',
    file,
    take: ', [constants.BROTLI_PARAM_LGWIN]: 16',
    falls: falls('a page is packed quickly for the first two'),
  },
  {
    without: 'what the site invented is packed like what it keeps',
    file: 'server/pages/pages.ts',
    take: 'packer(html, { isKept })',
    leave: 'packer(html, { isKept: true })',
    falls: ['server/pages/pages-kept.test.ts', 'a page that is not kept is packed quickly'],
  },
  {
    without: 'who refuses brotli gets it',
    file: 'server/pages/accepts-brotli.ts',
    take: 'weight === undefined ? 1 : Number(weight)',
    leave: '1',
    falls: ['server/pages/accepts-brotli.test.ts', 'whoever accepts “br;q=0”'],
  },
  {
    without: 'heavy work is done all at once',
    file: 'server/kit/turns.ts',
    take: 'if (running >= mostAtOnce) await',
    leave: 'if (running >= 1000) await',
    falls: falls('while pages are packed files are read'),
  },
  {
    without: 'passwords and packing take all threads that read files',
    file: 'server/main.mjs',
    take: "process.env.UV_THREADPOOL_SIZE ??= '6';",
    falls: ['test/lifecycle.test.ts', 'threads are left for files'],
  },
];
