import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { variables } from './variables.ts';

type Env = Record<string, string>;

const secretKey = { STRIPE_SECRET_KEY: 'sk_test_xxxxxxxx' };
const publishableKey = { STRIPE_PUBLISHABLE_KEY: 'pk_test_xxxxxxxx' };
const stripe = { ...secretKey, ...publishableKey, STRIPE_WEBHOOK_SECRET: 'whsec_one, whsec_two' };
const smtp = { SMTP_URL: 'smtp://bukuri:sekret%40@mail.example:2525', MAIL_FROM: 'porosi@bukuri.example' };
const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/bukuri', SESSION_SECRET: 'x'.repeat(32) };
const site = (PUBLIC_URL: string) => ({ PUBLIC_URL });
const publicSite = site('https://bukuri.al');
const pooler = { DATABASE_URL: 'postgres://pooler/bukuri', DATABASE_DIRECT_URL: 'postgres://database/bukuri' };
const google = { GOOGLE_CLIENT_ID: '12-ab.apps.googleusercontent.com' };
const localIssuer = { GOOGLE_ISSUER: 'http://127.0.0.1:4002' };
const publicKey = { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` };
const subject = (VAPID_SUBJECT: string) => ({ VAPID_SUBJECT });
const demoAdmin = { ADMIN_EMAIL: 'Shefja@Bukuri.example', ADMIN_PASSWORD: 'nje fjalekalim i gjate' };
const operator = { OPERATOR_NAME: 'Shembull shpk', OPERATOR_NIPT: 'L12345678A' };
const localSandbox = { kind: 'sandbox', isForAll: false };
const publicSandbox = { kind: 'sandbox', isForAll: true };
const rate = (EXCHANGE_RATE_ALL_PER_USD: string) => ({ EXCHANGE_RATE_ALL_PER_USD });
const range = (EXCHANGE_RATE_RANGE: string) => ({ EXCHANGE_RATE_RANGE });
const feed = (EXCHANGE_RATE_URL: string) => ({ EXCHANGE_RATE_URL });
const proxies = (TRUST_PROXY: string) => ({ TRUST_PROXY });
const server = (SMTP_URL: string) => ({ ...smtp, SMTP_URL });

test('no variables, loads the defaults', () => {
  expect(loadConfig({})).toMatchObject({
    ...{ port: 3000, host: '0.0.0.0', publicUrl: 'http://localhost:3000', databaseUrl: null, role: 'all' },
    ...{ seed: 'demo', trustProxy: false, cache: true, admin: null, operator: null, metrics: null, accessLog: false },
    ...{ cards: localSandbox, mail: localSandbox, identities: { google: null, apple: null }, namedStatements: true },
    rateRange: { from: 50, to: 200 },
  });
});

test('several invalid variables, one error names all of them', () => {
  const wrong: Env = { PORT: 'abc', ROLE: 'king', DATABASE_URL: 'mysql://x', RATE_LIMIT_SCALE: '-1' };
  Object.assign(wrong, { SESSION_SECRET: 'short', OPERATOR_NIPT: '123', OPERATOR_CONTACT: 'nobody' });
  const all = new RegExp(
    Object.keys(wrong)
      .map((name) => `(?=[^]*${name}:)`)
      .join(''),
  );
  expect(() => loadConfig(wrong)).toThrow(all);
});

test.each<[Env, object]>([
  [
    { PORT: '', DATABASE_URL: '' },
    { port: 3000, databaseUrl: null },
  ],
  [production, { production: true, seed: 'none', cards: null, mail: null }],
  [operator, { operator: { name: 'Shembull shpk', nipt: 'L12345678A', address: null, contact: null } }],
  [rate('95.4'), { exchangeRate: { fixed: '95.4', feed: null } }],
  [{ ...range('1-1000'), ...rate('1') }, { rateRange: { from: 1, to: 1000 } }],
  [feed('https://rates.example'), { exchangeRate: { feed: { url: 'https://rates.example', path: 'rates.ALL' } } }],
  [{ ...feed('http://127.0.0.1:80/'), EXCHANGE_RATE_PATH: 'a.b' }, { exchangeRate: { feed: { path: 'a.b' } } }],
  [{ ...demoAdmin, PUBLIC_URL: 'http://localhost:3000' }, { admin: { email: 'shefja@bukuri.example' } }],
  [proxies('1'), { trustProxy: 1 }],
  [proxies('10.0.0.0/8,::1'), { trustProxy: ['10.0.0.0/8', '::1'] }],
  [stripe, { cards: { kind: 'stripe', webhookSecrets: ['whsec_one', 'whsec_two'], apiBase: null } }],
  [{ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111' }, { cards: { kind: 'stripe' } }],
  [
    { CARD_SANDBOX: 'off', MAIL_SANDBOX: 'off' },
    { cards: null, mail: null },
  ],
  [publicSite, { cards: null, mail: null }],
  [
    { ...production, ...publicSite, CARD_SANDBOX: 'on' },
    { cards: publicSandbox, mail: null },
  ],
  [
    { ...production, ...publicSite, MAIL_SANDBOX: 'on' },
    { cards: null, mail: publicSandbox },
  ],
  [smtp, { mail: { kind: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM } }],
  [google, { identities: { google: { clientId: google.GOOGLE_CLIENT_ID, issuer: null }, apple: null } }],
  [{ ...google, ...localIssuer }, { identities: { google: { issuer: localIssuer.GOOGLE_ISSUER } } }],
  [publicSite, { push: { privateKey: null, subject: publicSite.PUBLIC_URL, testHosts: [] } }],
  [{ PUSH_TEST_HOSTS: '127.0.0.1:1,localhost:2' }, { push: { testHosts: ['127.0.0.1:1', 'localhost:2'] } }],
  [pooler, { namedStatements: false }],
  [{ ...pooler, DATABASE_STATEMENTS: 'named' }, { namedStatements: true }],
])('%j, is accepted', (env, config) => {
  expect(loadConfig(env)).toMatchObject(config);
});

test.each<[RegExp, ...Env[]]>([
  [/ADMIN_EMAIL, ADMIN_PASSWORD: give both/, { ADMIN_EMAIL: 'arta@bukuri.al' }],
  [/ADMIN_EMAIL: accounts of bukuri.example are disabled/, { ...demoAdmin, ...publicSite }],
  [/PUBLIC_URL: .* path/, ...['/shop', '/?x=1', '/#y', '?x'].map((more) => site(`https://bukuri.al${more}`))],
  [/PUBLIC_URL: .* user/, { PUBLIC_URL: 'https://u:p@bukuri.al' }],
  [/METRICS_PORT: give it another port/, { PORT: '4000', METRICS_PORT: '4000' }],
  [/OPERATOR_NAME: required/, { OPERATOR_NIPT: 'L12345678A' }],
  [/SESSION_SECRET: required/, { ...production, SESSION_SECRET: '' }],
  [/DATABASE_DIRECT_URL: give it with DATABASE_URL only/, { ...pooler, DATABASE_URL: '' }],
  [/EXCHANGE_RATE_ALL_PER_USD: give lek/, ...['0', '95,4', '1e2', '10001', '95.1234567'].map(rate)],
  [/EXCHANGE_RATE_ALL_PER_USD: .* EXCHANGE_RATE_RANGE, which is 50-200/, rate('1')],
  [/EXCHANGE_RATE_RANGE: give/, ...['200-50', '50', '50-', '50-200-300', 'a-b'].map(range)],
  [/EXCHANGE_RATE_URL: .* https/, feed('http://rates.example/usd')],
  [/EXCHANGE_RATE_URL: .* user/, feed('https://ana:canary@rates.example/usd')],
  [/EXCHANGE_RATE_PATH/, { EXCHANGE_RATE_PATH: 'rates..ALL' }],
  [/TRUST_PROXY: give off/, ...['yes', '0', '1.2.3.4.5', '10.0.0.0/33', '::1/129', '10.0.0.1,', '::1/'].map(proxies)],
  [/STRIPE_SECRET_KEY, .* give all or none/, secretKey, publishableKey, { ...secretKey, ...publishableKey }],
  [/STRIPE_PUBLISHABLE_KEY: .*mode/, { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_xxxxxxxx' }],
  [/STRIPE_WEBHOOK_SECRET/, { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b,whsec_c' }],
  [/STRIPE_API_BASE: .* this machine/, { ...stripe, STRIPE_API_BASE: 'https://stripe.example' }],
  [/CARD_SANDBOX: .* without the keys/, { ...stripe, CARD_SANDBOX: 'on' }],
  [/SMTP_URL, MAIL_FROM: give both/, { ...smtp, MAIL_FROM: '' }, server('')],
  [/SMTP_URL: /, ...['http://mail.example', 'smtp://mail.example/x', 'smtp://mail.example?a=b'].map(server)],
  [/SMTP_URL: .* user/, ...['smtp://a@mail.example', 'smtp://a:100%@mail.example'].map(server)],
  [/MAIL_FROM: /, { ...smtp, MAIL_FROM: 'Bukuri <x@bukuri.example>' }],
  [/MAIL_SANDBOX: .* without SMTP_URL/, { ...smtp, MAIL_SANDBOX: 'on' }],
  [/_ISSUER: give an address of this machine/, { ...google, GOOGLE_ISSUER: 'https://accounts.example' }],
  [/_ISSUER: give it without a path/, { ...google, GOOGLE_ISSUER: 'http://127.0.0.1:4002/' }],
  [/GOOGLE_ISSUER: give it with GOOGLE_CLIENT_ID/, localIssuer],
  [/VAPID_SUBJECT: .* public domain/, ...['https://localhost', 'mailto:a@shop.local', 'a@bukuri.al'].map(subject)],
  [/VAPID_PUBLIC_KEY, .* one pair/, publicKey, { ...publicKey, VAPID_PRIVATE_KEY: 'A'.repeat(43) }],
  [
    /PUSH_TEST_HOSTS: .* this machine/,
    ...['push.example', 'http://127.0.0.1:1', '127.0.0.1:1/x'].map((PUSH_TEST_HOSTS) => ({ PUSH_TEST_HOSTS })),
  ],
  [/_CLIENT_ID: /, { GOOGLE_CLIENT_ID: 'two words' }, { APPLE_CLIENT_ID: 'two words' }],
])('invalid or inconsistent variables, are refused with %s', (error, ...wrong) => {
  for (const env of wrong) expect(() => loadConfig(env), JSON.stringify(env)).toThrow(error);
});

test('every variable, has a description', () => {
  for (const [name, shape] of Object.entries(variables.shape)) expect(shape.description, name).toMatch(/\.$/);
});
