/** The legal texts say what the shop does: its figures, its cookies, and who runs it. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities } from '#core/contract/identities.ts';
import { MAX_OPEN_CASH_ORDERS } from '#core/contract/orders.ts';
import { TERMS_SINCE } from '#core/domain/terms.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDate, formatLek } from '#core/i18n/format.ts';
import { createShop } from '#server/app.ts';
import { CASH_LIMIT } from '#server/features/orders/orders.rules.ts';
import { SESSIONS_LAST } from '#server/kit/http/sessions.ts';
import { seedCategories } from '#server/seed.ts';
import { sweeps } from '../scripts/retention-doc.ts';
import { newSessionId, startShop } from './client.ts';
import { newDeal } from './deals.ts';
import { paperCards } from './paper-cards.ts';
import { filesOf, textOf } from './sources.ts';

const operator = {
  name: 'Lule & Bukuri shpk',
  nipt: 'L12345678A',
  address: 'Rruga e Provës 1, Tiranë',
  contact: 'na-shkruani@bukuri.example',
};
const shop = await startShop({ makeApp: createShop, config: { operator } });
const unnamed = await startShop({ makeApp: createShop });
for (const { db } of [shop, unnamed]) await seedCategories(db);

const bodyOf = async (url: string, { app } = shop) => (await app.inject({ url })).body;
const headings = {
  '/terms-of-service': 'terms.heading.orders',
  '/privacy-policy': 'privacy.heading.rights',
  '/accessibility': 'accessibility.heading.contact',
} as const;
const pages = Object.keys(headings) as (keyof typeof headings)[];

test.each(pages)('%s can be read in both languages and names who runs the shop', async (url) => {
  for (const language of ['sq', 'en'] as const) {
    const html = await bodyOf(`${url}?lang=${language}`);
    const { words } = allWords[language];
    expect(html).toContain(words[headings[url]]);
    for (const detail of [operator.nipt, operator.address, operator.contact, 'Lule &amp; Bukuri shpk'])
      expect(html).toContain(detail);
    expect(html).not.toContain(words['legal.operator']);
  }
});

test('without a name nobody is invented', async () => {
  for (const url of pages) expect(await bodyOf(url, unnamed)).toContain(`nga ${allWords.sq.words['legal.operator']}.`);
  expect(await bodyOf('/', unnamed)).not.toContain('NIPT');
});

test('every page leads to these texts and says who runs the shop', async () => {
  const home = await bodyOf('/');
  for (const url of pages) expect(home).toContain(`href="${url}"`);
  expect(home).toContain('Lule &amp; Bukuri shpk · NIPT L12345678A');
});

test('where cards are charged, the texts say so, and nobody is told that nothing is paid here', async () => {
  const cards = { ...paperCards(), name: 'stripe' as const };
  const charging = await startShop({ makeApp: createShop, parts: { cards } });
  await seedCategories(charging.db);
  for (const language of ['sq', 'en'] as const) {
    const { words } = allWords[language];
    const textOf = async (path: string, { app } = shop) =>
      (await app.inject({ url: `${path}?lang=${language}` })).body.replaceAll(/&#x27;/g, "'");
    const [orders = ''] = words['terms.withCards.orders'].split('.');
    expect(await textOf('/terms-of-service', charging)).toContain(orders);
    expect(await textOf('/terms-of-service', charging)).not.toContain(
      language === 'sq' ? 'nuk paguani' : 'pay nothing',
    );
    expect(await textOf('/terms-of-service')).not.toContain(orders);
    expect(await textOf('/privacy-policy', charging)).toContain(words['privacy.heading.cards']);
    expect(await textOf('/privacy-policy')).not.toContain(words['privacy.heading.cards']);
  }
});

test('where Google or Apple vouch for people the privacy text says what they learn and tell', async () => {
  const party = { clientId: 'shop', issuer: null };
  for (const identities of [
    { google: party, apple: null },
    { google: null, apple: party },
  ]) {
    const vouched = await startShop({ makeApp: createShop, config: { identities } });
    await seedCategories(vouched.db);
    for (const language of ['sq', 'en'] as const) {
      const heading = allWords[language].words['privacy.heading.identities'];
      expect(await bodyOf(`/privacy-policy?lang=${language}`, vouched)).toContain(heading);
      expect(await bodyOf(`/privacy-policy?lang=${language}`)).not.toContain(heading);
    }
  }
});

const kept = (table: string, rows = '') =>
  sweeps.find((sweep) => sweep.table === table && sweep.rows.includes(rows))?.kept;

test('what is kept how long is said as it is', () => {
  const [sq, en] = [allWords.sq.words, allWords.en.words];
  expect(kept('favorites', 'guests')).toBe('90 days');
  expect([sq['privacy.text.guests'], en['privacy.text.guests']].join()).toMatch(/90 ditësh[\s\S]*90 days/);
  expect(kept('rate_limits')).toMatch(/a day at most; .* 90 days$/);
  expect([kept('audit_log'), kept('deal_views')]).toEqual(['2 years', '2 days']);
  expect(sq['privacy.text.time']).toMatch(/2 vjet[\s\S]*një ditë[\s\S]*90 ditë[\s\S]*2 ditë/);
  expect(en['privacy.text.time']).toMatch(/2 years[\s\S]*a day at most[\s\S]*90 days[\s\S]*2 days/);
  expect(SESSIONS_LAST).toMatch(/^12 hours, or 30 days/);
  expect(sq['privacy.text.cookies']).toMatch(/12 orë[\s\S]*30 ditë/);
  expect(en['privacy.text.cookies']).toMatch(/12 hours[\s\S]*30 days/);
});

test('the terms carry the date, the age, the years and the prices of the specification', async () => {
  const html = await bodyOf('/terms-of-service?lang=en');
  for (const fact of [
    'January 14, 2025',
    'at least 16',
    'about 3 years',
    '10\u00a0euro',
    '20\u00a0euro',
    '42\u00a0euro',
  ])
    expect(html).toContain(fact);
  expect(html).toMatch(/billed monthly in advance; cancellation takes effect at the end of the period/);
  expect(await bodyOf('/privacy-policy?lang=en')).toContain('January 14, 2025');
});

test('what is kept of who accepted them is the day that they carry', () => {
  expect(allWords.sq.words['legal.updated']).toContain(formatDate(TERMS_SINCE, 'sq'));
});

test('the bounds of an order are said as they are', () => {
  expect(MAX_OPEN_CASH_ORDERS).toBe(5);
  for (const language of ['sq', 'en'] as const) {
    const text = allWords[language].words['terms.text.orders'];
    expect(text).toMatch(/ (pesë|five) /);
    expect(text).toContain(formatLek(CASH_LIMIT / 100, language));
  }
});

test('every cookie that the shop sets is named', async () => {
  const { app, db } = unnamed;
  const dealId = await newDeal(db)({ title: 'Manikyr' });
  const answers = [
    await app.inject('/?city=korce&lang=en'),
    await app.inject({
      method: 'POST',
      url: accounts.register.path,
      payload: { username: 'lexuese@example.al', email: 'lexuese@example.al', passwordHash: 'një gotë me ujë' },
    }),
    await app.inject({ method: 'POST', url: '/api/favorites', payload: { dealId, sessionId: newSessionId() } }),
    await app.inject({ method: 'POST', url: identities.nonce.path }),
  ];
  const names = answers.flatMap(({ cookies }) => cookies.map(({ name }) => name));
  expect(new Set(names)).toEqual(
    new Set(['language', 'selectedCity', 'bukuri', 'signedIn', 'bukuri-browser', 'bukuri-nonce']),
  );
  for (const { words } of Object.values(allWords)) {
    for (const name of [...names, 'theme', 'sessionId']) expect(words['privacy.text.cookies']).toContain(name);
  }
});

/** Where a list of the browser's own begins in docs/security.md, and where it ends. */
const listed = (beginning: string) => textOf('docs/security.md').split(beginning)[1]?.split('\n\n')[0] ?? '';

test('the privacy text and the list of security name all that the browser is asked to remember', () => {
  const said = /(?:keptInBrowser<[^(]*>\(|remember\(|const KEY = )'(\w+)'([^;]*)/g;
  const found = filesOf('web/**/*.{ts,tsx}').flatMap((path) => [...textOf(path).matchAll(said)]);
  const keys = new Set(found.map(([, key = '']) => key));
  expect(keys.size).toBeGreaterThan(8);
  for (const [where, isOfTab] of [
    ['Local storage holds', false],
    ['Session storage holds', true],
  ] as const) {
    const names = [...listed(where).matchAll(/`(\w+)`/g)].map(([, key]) => key);
    const kept = found.filter(([all, key]) => isOfTab === (all.includes('isOfTab: true') || key === 'historyEntries'));
    expect(new Set(names), where).toEqual(new Set(kept.map(([, key]) => key)));
  }
  for (const language of ['sq', 'en'] as const)
    for (const key of keys)
      expect(allWords[language].words['privacy.text.cookies']).toMatch(new RegExp(`\\b${key}\\b`));
});
