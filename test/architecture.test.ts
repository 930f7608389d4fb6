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
  /^(react|react-dom|react-dom\/client|react-router|react-hook-form|@hookform\/resolvers\/zod|@tanstack\/react-query|radix-ui|lucide)$/;
/** The provider's script is loaded by its own package. */
const CARDS = new RegExp(`${BROWSER.source}|^@stripe/stripe-js(/dist/pure\\.mjs)?$`);
/** The code of a receipt is drawn by a package. */
const CODES = new RegExp(`${BROWSER.source}|^qr$`);
const inFeature = ['core', 'web/kit', 'web/ui'];
const below = ['web/features/accounts', 'web/features/deals'];

/** A file belongs to the room with the longest name that its path begins with. */
const rooms: Record<string, Room> = {
  // Runs anywhere: no node:, no DOM, no React.
  'core/domain': { imports: [], packages: /^$/ },
  'core/i18n': { imports: ['core/domain'], packages: /^$/ },
  'core/contract': { imports: ['core/domain'], packages: /^zod\/mini$/ },

  // The database: its shape, and what a demo shop consists of.
  db: { imports: ['core'] },

  // The server. Plumbing knows no salon; features see each other's stores as listed below.
  'server/kit': { imports: ['core', 'db/schema.ts', 'db/schema'] },
  'server/kit/version.ts': { imports: ['package.json'] },
  // One folder per outside party; the composition root chooses between the real one and its stand-in.
  'server/gateways': { imports: ['core', 'server/kit'] },
  // The stand-ins for cards and mails are one for all nodes, so they keep their state in the database.
  'server/gateways/payments/sandbox': {
    imports: ['core', 'server/kit', 'server/gateways/payments', 'db/schema/sandbox.ts'],
  },
  'server/gateways/mail/sandbox': {
    imports: ['core', 'server/kit', 'server/gateways/mail', 'db/schema/sandbox.ts'],
  },
  'server/features': {
    // Who charges cards, and who vouches for people, is told apart by what it throws.
    imports: [
      'core',
      'db/schema',
      'server/kit',
      'server/gateways/payments/provider.ts',
      'server/gateways/identity/identity-provider.ts',
    ],
    types: ['server/deps.ts', 'server/gateways'],
  },
  'server/pages': { imports: ['core', 'server/kit'], types: ['server/deps.ts', 'web/entry.server.tsx', 'web/kit'] },
  'server/seed.ts': { imports: ['core', 'db', 'server/kit'] },
  server: { imports: ['core', 'db/world.ts'], types: ['web/entry.server.tsx'] },

  // The web. Pages compose features; a feature owns no page.
  'web/kit': { imports: ['core'], packages: BROWSER },
  'web/ui': { imports: ['core/domain', 'core/i18n', 'web/kit'], packages: BROWSER },
  'web/ui/qr-code.tsx': { imports: [], packages: CODES },
  // Any feature may use the two that stand below; what else one uses is said here.
  'web/features': { imports: [...inFeature, ...below], packages: BROWSER },
  'web/features/accounts': { imports: inFeature, packages: BROWSER },
  'web/features/deals': { imports: inFeature, packages: BROWSER },
  'web/features/cart': { imports: [...inFeature, ...below, 'web/features/orders'], packages: BROWSER },
  'web/features/payments': { imports: [...inFeature, ...below, 'web/features/orders'], packages: CARDS },
  'web/shell': { imports: [...inFeature, 'web/features'], packages: BROWSER },
  'web/pages': { imports: [...inFeature, 'web/features'], packages: BROWSER },
  web: { imports: ['core'], packages: BROWSER },
  'web/entry.server.tsx': {
    imports: ['core', 'web'],
    packages: /^(react|react-dom\/server|react-router|@tanstack\/react-query)$/,
  },
};

/** A write through the query layer, or in SQL. */
const WRITE = /\.(?:insert|update|delete)\((\w+)\)|\b(?:insert into|update|delete from) (\w+)/g;

const sources = filesOf('{core,server,web,db}/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path));
const everything = filesOf('{core,server,web,db,test,scripts,bench,e2e}/**/*.{ts,tsx,mjs}');

const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`);

const featureOf = (path: string) => /^web\/features\/[^/]+(?=\/)/.exec(path)?.[0];

function roomOf(path: string): string {
  const feature = featureOf(path);
  if (feature) return feature;
  const all = Object.keys(rooms).filter((room) => isIn(path, room));
  return all.reduce((longest, room) => (room.length > longest.length ? room : longest), '');
}

function isAllowed(from: string, { to, isPackage, isType }: Import): boolean {
  const own = roomOf(from);
  const room = rooms[own] ?? (featureOf(from) ? rooms['web/features'] : undefined);
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
  expect(importsOf('server/app.ts').length).toBeGreaterThan(12);
  expect(importsOf('web/app.tsx').map(({ to }) => to)).toContain('web/pages/deal-modal.tsx');
  const value = (to: string): Import => ({ to, said: '', isPackage: false, isType: false });
  const named = (to: string): Import => ({ ...value(to), isPackage: true });
  expect(isAllowed('web/ui/button.tsx', value('web/features/deals/price.tsx'))).toBe(false);
  expect(isAllowed('web/features/deals/price.tsx', value('web/features/cart/use-cart.ts'))).toBe(false);
  expect(isAllowed('web/features/orders/use-orders.ts', value('web/features/cart/use-cart.ts'))).toBe(false);
  expect(isAllowed('web/features/orders/use-orders.ts', value('web/features/deals/price.tsx'))).toBe(true);
  expect(isAllowed('server/pages/pages.ts', value('web/entry.server.tsx'))).toBe(false);
  expect(isAllowed('server/pages/pages.ts', { ...value('web/entry.server.tsx'), isType: true })).toBe(true);
  expect(isAllowed('web/app.tsx', value('server/config.ts'))).toBe(false);
  const mail = 'server/gateways/mail/mail.ts';
  expect(isAllowed('server/features/orders/orders.service.ts', value(mail))).toBe(false);
  expect(isAllowed('server/features/orders/orders.service.ts', { ...value(mail), isType: true })).toBe(true);
  expect(isAllowed(mail, { ...value('server/deps.ts'), isType: true })).toBe(false);
  expect(isAllowed('server/create-deps.ts', value(mail))).toBe(true);
  expect(isAllowed('core/domain/money.ts', named('node:fs'))).toBe(false);
  expect(isAllowed('core/contract/cart.ts', named('zod'))).toBe(false);
});

test('no file reaches itself through what it imports, as values or as types', () => {
  const done = new Set<string>();
  const circleFrom = (path: string, above: string[]): string[] => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const { to, isPackage } of importsOf(path)) {
      if (isPackage || !sources.includes(to)) continue;
      const circle = circleFrom(to, [...above, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  };
  expect(sources.map((path) => circleFrom(path, []).join(' > ')).filter(Boolean)).toEqual([]);
});

test('a browser takes no shapes or functions from a file of rows: what a form checks with stands in a file of its own', () => {
  const notPlain = /^export (?:async )?(?:const|function) (\w+)(?: = (?:z\.|async |\()|[(<])/gm;
  const shapesOf = (text: string) => [...text.matchAll(notPlain)].map(([, name = '']) => name);
  expect(shapesOf('export const a = (b: C) => b;\nexport function d() {}\nexport const e = 1;')).toEqual(['a', 'd']);
  const ofRows = filesOf('core/contract/*.ts').filter((path) => /\bendpoint\(\{/.test(textOf(path)));
  expect(shapesOf(textOf('core/contract/orders.ts'))).toContain('Order');
  const takes = sources
    .filter((path) => isIn(path, 'web'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/^import \{([^}]*)\} from '#(core\/contract\/[^']+)'/gm)].flatMap(
        ([, names = '', from = '']) =>
          (ofRows.includes(from) ? shapesOf(textOf(from)) : [])
            .filter((shape) => names.split(',').some((name) => name.trim().split(' ')[0] === shape))
            .map((shape) => `${path} takes ${shape} of ${from}`),
      ),
    );
  expect(takes).toEqual([]);
});

test('nothing hangs on the server that could be given as an argument', () => {
  const hung = /\.decorate\(|interface FastifyInstance\b/;
  expect(sources.filter((path) => hung.test(textOf(path)))).toEqual([]);
});

test('features of the web use those below and, beyond them, all that they are said to use', () => {
  const features = new Set(sources.flatMap((path) => featureOf(path) ?? []));
  const beyond = (paths: string[]) => paths.filter((path) => features.has(path) && !below.includes(path)).toSorted();
  for (const feature of features) {
    const its = sources.filter((path) => isIn(path, feature)).flatMap(importsOf);
    const used = beyond(
      [...new Set(its.flatMap(({ to }) => featureOf(to) ?? []))].filter((other) => other !== feature),
    );
    expect(used, feature).toEqual(beyond(rooms[feature]?.imports ?? []));
    const [noun, ...others] = [feature, ...used].map((path) => `\`${basename(path)}\``);
    if (others.length > 0) expect(textOf('docs/architecture.md')).toContain(`${noun} uses ${others.join(', ')}`);
  }
});

test('features of the server stand on each other in one direction, and are mounted from the ground up', () => {
  const nounOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1];
  const paths = sources.filter(nounOf);
  const needs = new Map<string, Set<string>>();
  for (const path of paths) {
    const own = nounOf(path) ?? '';
    const others = importsOf(path).flatMap(({ to }) => nounOf(to) ?? []);
    needs.set(own, new Set([...(needs.get(own) ?? []), ...others.filter((noun) => noun !== own)]));
  }
  expect(needs.get('accounts')).toContain('favorites');
  const below = new Set<string>();
  const stands = (noun: string) => [...(needs.get(noun) ?? [])].every((other) => below.has(other));
  for (let more = true; more; ) {
    const next = [...needs.keys()].find((noun) => !below.has(noun) && stands(noun));
    more = next !== undefined;
    if (next) below.add(next);
  }
  expect(
    [...needs.keys()].filter((noun) => !below.has(noun)),
    'these need each other in a circle',
  ).toEqual([]);
  const list = /features = \[([^\]]*)\]/.exec(textOf('server/features.ts'))?.[1] ?? '';
  const mounted = [...list.matchAll(/(\w+)Routes/g)].map(([, noun = '']) => noun);
  expect(mounted.length).toBeGreaterThan(5);
  for (const [index, noun] of mounted.entries()) {
    const above = mounted.slice(index + 1);
    expect(
      [...(needs.get(noun) ?? [])].filter((other) => above.includes(other)),
      `${noun} is mounted early`,
    ).toEqual([]);
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
  expect(filesOf('web/ui/**/*.{ts,tsx,css}').filter((path) => trade.test(textOf(path)))).toEqual([]);
});

test('no barrels and no drawers for odds and ends', () => {
  const named = sources.filter((path) => path !== 'core/contract/index.ts');
  expect(named.filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
  // The query layer takes all tables at once.
  expect(everything.filter((path) => /^export \* from/m.test(textOf(path)))).toEqual(['db/schema.ts']);
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

test('the package of an outside party is imported by one file', () => {
  const importers = (its: string) => sources.filter((path) => importsOf(path).some(({ to }) => to === its));
  expect(importers('stripe')).toEqual(['server/gateways/payments/stripe.ts']);
  expect(importers('nodemailer')).toEqual(['server/gateways/mail/smtp.ts']);
});

test('only the configuration reads the environment', () => {
  const readers = sources.filter((path) => /process\.env|import\.meta\.env/.test(textOf(path)));
  expect(readers).toEqual(['server/config.ts']);
});
