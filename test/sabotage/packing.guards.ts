/** Pages are packed for many without keeping files and others waiting. */
import type { Guard } from './guard.ts';

const file = 'server/pages/packer.ts';
const falls = (test: string) => ['server/pages/packer.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'invented addresses keep files from being read',
    file,
    take: 'quickly.take(() => at(QUICK))',
    leave: 'at(QUICK)',
    falls: falls('while pages are packed files are read'),
  },
  {
    without: 'popular pages are packed densely all at once',
    file,
    take: 'densely.take(() => at(DENSE))',
    leave: 'at(DENSE)',
    falls: falls('where fifty wait to be packed densely'),
  },
  {
    without: 'pages that nobody keeps any more are packed densely',
    file,
    take: ' && densely.waiting < MOST_WAITING',
    falls: falls('where fifty wait to be packed densely'),
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
