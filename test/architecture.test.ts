/** Who may import what. The tables are the documentation; docs/architecture.md draws them. */
import { basename } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as schema from '#db/schema.ts';
import { filesOf, type Import, importsOf, textOf } from './sources.ts';

interface Room {
  /** Rooms and files it may import, besides itself. */
  imports: string[];
  /** What it may import as a type only. */
  types?: string[];
  /** The only packages it may use; any when absent. */
  packages?: RegExp;
}

const BROWSER =
  /^(react|react-dom|react-dom\/client|react-router|react-hook-form|@tanstack\/react-query|radix-ui|lucide)$/;
const inFeature = ['core', 'web/kit', 'web/ui'];

/** A file belongs to the room with the longest name that its path begins with. */
const rooms: Record<string, Room> = {
  // Runs anywhere: no node:, no DOM, no React.
  'core/domain': { imports: [], packages: /^$/ },
  'core/i18n': { imports: ['core/domain'], packages: /^$/ },
  'core/contract': { imports: ['core/domain'], packages: /^zod\/mini$/ },

  // The database: its shape, and what is put into a new one.
  db: { imports: ['core'] },
  'db/seed.ts': { imports: ['core', 'db', 'server/kit'], types: ['server/deps.ts'] },

  // The server. Plumbing knows no salon; features see each other's stores as listed below.
  'server/kit': { imports: ['core', 'db/schema.ts'], types: ['server/deps.ts'] },
  'server/features': { imports: ['core', 'db/schema.ts', 'server/kit'], types: ['server/deps.ts'] },
  'server/pages': { imports: ['core', 'server/kit'], types: ['server/deps.ts', 'web/entry.server.tsx'] },
  server: { imports: ['core', 'db/seed.ts', 'db/world.ts'], types: ['db/schema.ts', 'web/entry.server.tsx'] },

  // The web. Pages compose features; a feature owns no page.
  'web/kit': { imports: ['core'], packages: BROWSER },
  'web/ui': { imports: ['web/kit'], packages: BROWSER },
  'web/features': { imports: [...inFeature, 'web/features/deals', 'web/features/accounts'], packages: BROWSER },
  'web/features/deals': { imports: inFeature, packages: BROWSER },
  'web/features/accounts': { imports: inFeature, packages: BROWSER },
  'web/shell': { imports: [...inFeature, 'web/features'], packages: BROWSER },
  'web/pages': { imports: [...inFeature, 'web/features'], packages: BROWSER },
  web: { imports: ['core'], packages: BROWSER },
  'web/entry.server.tsx': {
    imports: ['core', 'web'],
    packages: /^(react|react-dom\/server|react-router|@tanstack\/react-query)$/,
  },
};

/** Features of the server, from the ground up: which others each one reads, or asks to write in the same transaction. */
const features: Record<string, string[]> = {
  deals: [],
  categories: ['deals'],
  favorites: ['deals'],
  cart: [],
  orders: ['cart'],
  accounts: ['favorites'],
};

/** A write through the query layer, or in SQL. */
const WRITE = /\.(?:insert|update|delete)\((\w+)\)|\b(?:insert into|update|delete from) (\w+)/g;

const sources = filesOf('{core,server,web,db}/**/*.{ts,tsx}').filter((path) => !path.endsWith('.test.ts'));
const everything = filesOf('{core,server,web,db,test,scripts,bench,e2e,art}/**/*.{ts,tsx,mjs}');

const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`);

function roomOf(path: string): string {
  const all = Object.keys(rooms).filter((room) => isIn(path, room));
  return all.reduce((longest, room) => (room.length > longest.length ? room : longest), '');
}

function isAllowed(from: string, { to, isPackage, isType }: Import): boolean {
  const own = roomOf(from);
  const room = rooms[own];
  if (!room) return false;
  if (isPackage) return room.packages?.test(to) ?? true;
  const reachable = [own, ...room.imports, ...(isType ? (room.types ?? []) : [])];
  return reachable.some((other) => isIn(to, other));
}

/** Lines that say who breaks a rule, such as `web/ui/x.tsx > web/features/…`. */
const breaches = (paths: string[], isFine: (from: string, its: Import) => boolean) =>
  paths.flatMap((from) => importsOf(from).flatMap((its) => (isFine(from, its) ? [] : [`${from} > ${its.to}`])));

test('every file imports only what its room may', () => {
  expect(breaches(sources, isAllowed)).toEqual([]);
});

test('the test can tell: it sees imports and knows what is forbidden', () => {
  expect(importsOf('server/app.ts').length).toBeGreaterThan(15);
  expect(importsOf('web/routes.ts').map(({ to }) => to)).toContain('web/pages/home.page.tsx');
  const value = (to: string): Import => ({ to, said: '', isPackage: false, isType: false });
  const named = (to: string): Import => ({ ...value(to), isPackage: true });
  expect(isAllowed('web/ui/button.tsx', value('web/features/deals/price.tsx'))).toBe(false);
  expect(isAllowed('web/features/deals/price.tsx', value('web/features/cart/use-cart.ts'))).toBe(false);
  expect(isAllowed('server/pages/pages.ts', value('web/entry.server.tsx'))).toBe(false);
  expect(isAllowed('server/pages/pages.ts', { ...value('web/entry.server.tsx'), isType: true })).toBe(true);
  expect(isAllowed('web/app.tsx', value('server/config.ts'))).toBe(false);
  expect(isAllowed('core/domain/money.ts', named('node:fs'))).toBe(false);
  expect(isAllowed('core/contract/cart.ts', named('zod'))).toBe(false);
});

test('a feature of the server reaches only the features below it', () => {
  const nounOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1];
  const paths = sources.filter(nounOf);
  expect(Object.keys(features).sort()).toEqual([...new Set(paths.map(nounOf))].sort());
  const isFine = (from: string, { to }: Import) => {
    const [own = '', other] = [nounOf(from), nounOf(to)];
    return other === undefined || other === own || !!features[own]?.includes(other);
  };
  expect(breaches(paths, isFine)).toEqual([]);
  const below: string[] = [];
  for (const [noun, needs] of Object.entries(features)) {
    expect(below, `${noun} stands above what it needs`).toEqual(expect.arrayContaining(needs));
    below.push(noun);
  }
});

test('a table is written by one feature, or by the plumbing', () => {
  const tables = new Map(Object.entries(schema).map(([name, table]) => [name, getTableName(table)]));
  const written = new Set<string>(tables.values());
  const writers = new Map<string, Set<string>>();
  for (const path of sources.filter((source) => isIn(source, 'server/features') || isIn(source, 'server/kit'))) {
    const owner = path
      .split('/')
      .slice(0, isIn(path, 'server/kit') ? 2 : 3)
      .join('/');
    for (const [, name = '', sqlName = ''] of textOf(path).matchAll(WRITE)) {
      const table = tables.get(name) ?? sqlName;
      if (written.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(owner));
    }
  }
  expect(writers.get('orders')).toEqual(new Set(['server/features/orders']));
  expect(writers.get('rate_limits')).toEqual(new Set(['server/kit']));
  const shared = [...writers].filter(([, owners]) => owners.size > 1).map(([table, owners]) => [table, ...owners]);
  expect(shared).toEqual([]);
});

test('the design system has no word of the trade', () => {
  const trade = /\b(deals?|salons?|carts?|favou?rites?|categor(y|ies)|checkout|dealers?|memberships?|vouchers?)\b/i;
  expect(filesOf('web/ui/*').filter((path) => trade.test(textOf(path)))).toEqual([]);
});

test('no barrels and no drawers for odds and ends', () => {
  const named = sources.filter((path) => path !== 'core/contract/index.ts');
  expect(named.filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
  expect(everything.filter((path) => /(^|\/)(utils?|lib|helpers?|common|misc|shared)(\/|\.tsx?$)/.test(path))).toEqual(
    [],
  );
});

test('a file is found by its name alone', () => {
  // The two languages mirror each other.
  const names = sources.filter((path) => !isIn(path, 'core/i18n')).map((path) => basename(path));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice).toEqual([]);
});

test('paths climb one folder at most; other rooms are called by their name', () => {
  // Scripts run before anything is installed and have no name to be called by.
  const isFine = (_from: string, { said }: Import) => !said.startsWith('../../') || /^[./]+\/scripts\//.test(said);
  expect(breaches(everything, isFine)).toEqual([]);
});

test('only the configuration reads the environment', () => {
  const readers = sources.filter((path) => /process\.env|import\.meta\.env/.test(textOf(path)));
  expect(readers).toEqual(['server/config.ts']);
});
