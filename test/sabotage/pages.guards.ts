/** Pages as they are sent: the right one, counted, and kept by whom they are for. */
import type { Guard } from './guard.ts';

const pages = (test: string) => ['server/pages/pages-kept.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a page outlives the deals in it',
    file: 'server/pages/page-data.ts',
    take: 'if (end > now) until = Math.min(until, end);',
    falls: pages('a page ends with the first of its deals'),
  },
  {
    without: 'pages of searches push the others out of memory',
    file: 'server/pages/pages.ts',
    take: 'status === 200 && !isFree',
    leave: 'status === 200',
    falls: pages('a page of a search is not kept'),
  },
  {
    without: 'a page without its data is kept as a success',
    file: 'server/pages/pages.ts',
    take: 'data.failed ? 503 : ',
    falls: ['server/pages/pages.test.ts', 'a page whose data cannot be had says so and is not kept'],
  },
  {
    without: 'a cache keeps a page in the language of who came first',
    file: 'server/pages/pages.ts',
    take: "'private, no-store' : 'private, no-cache'",
    leave: "'private, no-store' : 'public, max-age=600'",
    falls: ['server/pages/pages.test.ts', '/ is kept by no cache but the browser’s'],
  },
  {
    without: 'a browser takes a page for the one of before another choice',
    file: 'server/pages/pages.ts',
    take: "    vary: 'Cookie, Accept-Encoding',\n",
    falls: ['server/pages/pages.test.ts', '/ is kept by no cache but the browser’s'],
  },
  {
    without: 'nobody is told when to try a page again',
    file: 'server/pages/pages.ts',
    take: "    ...(page.status === 503 ? { 'retry-after': '2' } : {}),\n",
    falls: ['server/pages/pages.test.ts', 'a page whose data cannot be had says so and is not kept'],
  },
  {
    without: 'who has the page gets it again',
    file: 'server/pages/pages.ts',
    take: "if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();",
    falls: ['server/pages/pages.test.ts', 'a page is the same for everybody'],
  },
  {
    without: 'a look at the page of a deal is not counted',
    file: 'server/pages/pages.ts',
    take: 'deps.views.countRequest(String(address.params.id), request);',
    falls: pages('a look at the page of a deal counts'),
  },
  {
    without: 'a page in the theme of one is sent to another',
    file: 'server/pages/pages.ts',
    take: ' ${theme} ',
    leave: ' ',
    falls: [
      'server/pages/pages.test.ts',
      'a page wears the theme that this browser chose, and nobody else gets that page',
    ],
  },
];
