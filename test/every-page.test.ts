/** What the route table says of the pages is what they are. */
import { expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { rows } from '#core/contract/index.ts';
import type { Access } from '#core/domain/access.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { pagesIn } from '#e2e/shop/pages.ts';
import type { PageRoute } from '#web/kit/page.tsx';
import { pageAt, routes } from '#web/routes.ts';
import { restricted } from './access/restricted-rows.ts';
import { filesOf, reachOf, textOf } from './sources.ts';

test('every page has an address, but for the one that stands where there is none', () => {
  const nowhere = pageAt('/nowhere', new URLSearchParams()).route;
  expect([...routes, nowhere].map(({ file }) => file).sort()).toEqual(filesOf('web/pages/*.page.tsx'));
});

test('a page that shows a guest the way in is not offered to search engines', () => {
  const behindTheDoor = routes.filter(({ file }) => textOf(file).includes('<RequireUser'));
  expect(behindTheDoor.length).toBeGreaterThan(2);
  expect(behindTheDoor).toEqual(routes.filter(({ access }) => access === 'user'));
});

const POWER: readonly Access[] = ['anyone', 'user', 'dealer', 'admin'];

const untitled = (pages: readonly Pick<PageRoute, 'access' | 'name'>[]) =>
  pages
    .filter(
      ({ access, name }) => POWER.indexOf(access) > POWER.indexOf('user') && !(`${name}.title` in allWords.sq.words),
    )
    .map(({ name }) => name);

test('a page to which the profile leads by its title has one', () => {
  expect(untitled(routes)).toEqual([]);
  const pages = [
    { access: 'admin', name: 'books' },
    { access: 'dealer', name: 'cart' },
    { access: 'user', name: 'books' },
  ] as const;
  expect(untitled(pages)).toEqual(['books']);
});

type Calls = readonly (readonly [name: string, row: Pick<Endpoint, 'access'>])[];

/** Calls of dealers and administrators that a code makes although others see its page too. What asks who one is may be anywhere. */
const callsBeyond = (access: Access, code: string, calls: Calls) =>
  calls.flatMap(([name, row]) => {
    const power = POWER.indexOf(row.access);
    const isBeyond = power > POWER.indexOf('user') && power > POWER.indexOf(access);
    return isBeyond && new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(code)
      ? [`${name} is for ${row.access}`]
      : [];
  });

test('who may see a page may make the calls of dealers and administrators that it makes', () => {
  for (const { file, access } of routes) {
    const code = reachOf(file).map(textOf).join('\n');
    expect(callsBeyond(access, code, rows), `${file} is for ${access}`).toEqual([]);
  }
});

test('the test can tell: it sees who may make a call', () => {
  const calls: Calls = Object.entries(restricted).map(([name, row]) => [`restricted.${name}`, row]);
  const dealers = 'const saved = api.call(restricted.toDealers);';
  const admins = 'const pages = pagesQuery(api, restricted.toAdmins);';
  expect(callsBeyond('user', dealers, calls)).toEqual(['restricted.toDealers is for dealer']);
  expect(callsBeyond('dealer', dealers + admins, calls)).toEqual(['restricted.toAdmins is for admin']);
  expect(callsBeyond('admin', dealers + admins, calls)).toEqual([]);
  expect(callsBeyond('anyone', 'api.call(restricted.toUsers); restricted.toAdminsList();', calls)).toEqual([]);
  expect(reachOf('web/pages/profile.page.tsx')).toContain('web/features/orders/use-orders.ts');
});

/** Whether a code names the address of a page, with whatever stands in place of its parameter. */
function names(code: string, { path }: Pick<PageRoute, 'path'>): boolean {
  const [beginning = ''] = path.split(':');
  const ends = path === beginning ? ["'", '"', '`', '?', '#', '$'] : ['$'];
  return ["'", '"', '`', '}'].some((start) => ends.some((end) => code.includes(start + beginning + end)));
}

type Code = readonly (readonly [file: string, text: string])[];

const codeOf = (...patterns: string[]): Code =>
  patterns
    .flatMap(filesOf)
    .filter((file) => !file.includes('.test.') && file !== 'web/routes.ts')
    .map((file) => [file, textOf(file)]);

/** What asks whether one is there leads nowhere. */
const withoutQuestions = (text: string) =>
  text.replace(/\.(startsWith|endsWith|includes)\('[^']*'\)|[!=]==\s*'[^']*'|'[^']*'\s*[!=]==/g, '');

/** The pages that no code but their own names. */
const unnamed = (code: Code, pages: readonly (Pick<PageRoute, 'path'> & { file?: string })[]) =>
  pages
    .filter((page) => !code.some(([file, text]) => file !== page.file && names(withoutQuestions(text), page)))
    .map(({ path }) => path);

test('a way leads to every page, by a link, a press or a mail', () => {
  // To those of administrators and dealers the profile leads by itself.
  const others = routes.filter(({ access }) => POWER.indexOf(access) <= POWER.indexOf('user'));
  const code = codeOf('web/**/*.{ts,tsx}', 'server/features/**/*.ts');
  expect(unnamed(code, others)).toEqual([]);
  expect(unnamed(code, [{ path: '/books' }, { path: '/books/:id' }])).toEqual(['/books', '/books/:id']);
});

test('the test can tell: a page that names itself, or is asked about, has no way to it', () => {
  const books = { path: '/books', file: 'books.page.tsx' };
  const own = ['books.page.tsx', '<Legal path="/books" />'] as const;
  const asking = ['tabs.tsx', "const is = pathname === '/books' || next?.startsWith('/books');"] as const;
  expect(unnamed([own, asking], [books])).toEqual(['/books']);
  expect(unnamed([own, asking, ['footer.tsx', '<Link to="/books">']], [books])).toEqual([]);
});

test('a journey goes to every page', () => {
  const code = codeOf('e2e/**/*.ts');
  expect(unnamed(code, routes)).toEqual([]);
  expect(unnamed(code, [{ path: '/books' }])).toEqual(['/books']);
});

test('journeys see the pages and whom each is for', () => {
  const nowhere = pageAt('/nowhere', new URLSearchParams()).route;
  expect(pagesIn(textOf('web/routes.ts'))).toEqual([...routes, nowhere].map(({ path, access }) => ({ path, access })));
  const books =
    "page('/books', 'books', { access: 'dealer', words: ['books'] }),\n  page('/all', 'all', {\n access: 'admin' }),";
  expect(pagesIn(`${books} page('/', 'home')`).map(({ access }) => access)).toEqual(['dealer', 'admin', 'anyone']);
});
