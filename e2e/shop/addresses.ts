/** What to look at of each page of the route table, for those who look at all of them. */
import { readFileSync } from 'node:fs';
import type { Access } from '#core/domain/accounts.ts';
import { colour, expired } from './catalogue.ts';
import { pagesIn } from './pages.ts';

/** Where the path alone is no address, or not enough. */
const addresses: Record<string, string[]> = {
  '/': ['/', '/?category=lips&city=korce', '/?search=zzzzqq'],
  '/deal/:id': [`/deal/${colour.id}`, `/deal/${expired.id}`],
  '/salon/:slug': ['/salon/thonjte-e-qershise'],
  '/checkout': ['/checkout', '/checkout?method=cash', '/checkout?method=card'],
  // Each of one person: who has one opens it where it stands among theirs.
  '/orders/:id': [],
  '/v/:token': [],
  // Of who has a salon: looked at in desk.spec.
  '/desk': [],
  '/desk/statements/:month': [],
  '*': ['/nowhere'],
};

const addressesOf = (path: string) => {
  if (!addresses[path] && path.includes(':')) throw new Error(`no address to look at for ${path}`);
  return addresses[path] ?? [path];
};

const pages = pagesIn(readFileSync('web/routes.ts', 'utf8'));

export const addressesFor = (...whom: Access[]) =>
  pages.filter(({ access }) => whom.includes(access)).flatMap(({ path }) => addressesOf(path));
