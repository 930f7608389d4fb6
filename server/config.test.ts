import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

test('nothing needs to be set', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    role: 'all',
    seed: 'demo',
    trustProxy: false,
    cache: true,
    admin: null,
    operator: null,
    metrics: null,
    accessLog: false,
  });
});

test('one message names every bad variable', () => {
  const wrong = {
    PORT: 'abc',
    ROLE: 'king',
    DATABASE_URL: 'mysql://x',
    RATE_LIMIT_SCALE: '-1',
    SESSION_SECRET: 'short',
    OPERATOR_NIPT: '123',
    OPERATOR_CONTACT: 'nobody',
  };
  const message = messageOf(() => loadConfig(wrong));
  for (const name of Object.keys(wrong)) expect(message).toContain(`${name}:`);
});

test('variables that need each other are refused alone', () => {
  expect(() => loadConfig({ ADMIN_EMAIL: 'arta@bukuri.example' })).toThrow(/ADMIN_EMAIL, ADMIN_PASSWORD/);
  expect(() => loadConfig({ PUBLIC_URL: 'https://bukuri.example/shop' })).toThrow(/PUBLIC_URL: .* path/);
  for (const more of ['/?x=1', '/#y', '?x']) {
    expect(() => loadConfig({ PUBLIC_URL: `https://bukuri.example${more}` }), more).toThrow(/PUBLIC_URL: .* path/);
  }
  expect(() => loadConfig({ PUBLIC_URL: 'https://u:p@bukuri.example' })).toThrow(/PUBLIC_URL: .* user/);
  expect(() => loadConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(/METRICS_PORT/);
});

test('the operator is named, or nothing is said of them', () => {
  const OPERATOR_NIPT = 'L12345678A';
  expect(() => loadConfig({ OPERATOR_NIPT })).toThrow(/OPERATOR_NAME/);
  expect(loadConfig({ OPERATOR_NAME: 'Shembull shpk', OPERATOR_NIPT }).operator).toEqual({
    name: 'Shembull shpk',
    nipt: OPERATOR_NIPT,
    address: null,
    contact: null,
  });
});

test('what a dollar costs is a rate, or asked where nobody can meddle with the answer', () => {
  const rate = (EXCHANGE_RATE_ALL_PER_USD: string) => loadConfig({ EXCHANGE_RATE_ALL_PER_USD }).exchangeRate;
  expect(rate('95.4')).toEqual({ fixed: '95.4', feed: null });
  for (const wrong of ['0', '95,4', '1e2', '10001', '95.1234567']) {
    expect(() => rate(wrong), wrong).toThrow(/EXCHANGE_RATE_ALL_PER_USD: give lek/);
  }
  const within = (EXCHANGE_RATE_RANGE: string, EXCHANGE_RATE_ALL_PER_USD = '95.4') =>
    loadConfig({ EXCHANGE_RATE_RANGE, EXCHANGE_RATE_ALL_PER_USD }).rateRange;
  expect(within('50-200')).toEqual({ from: 50, to: 200 });
  expect(() => rate('1')).toThrow(/EXCHANGE_RATE_ALL_PER_USD: .* EXCHANGE_RATE_RANGE, which is 50-200/);
  expect(within('1-1000', '1')).toEqual({ from: 1, to: 1000 });
  for (const wrong of ['200-50', '50', '50-', '50-200-300', 'a-b'])
    expect(() => within(wrong), wrong).toThrow(/EXCHANGE_RATE_RANGE: give/);
  const feed = (url: string, more = {}) => loadConfig({ EXCHANGE_RATE_URL: url, ...more }).exchangeRate.feed;
  expect(feed('https://rates.example/usd')).toEqual({ url: 'https://rates.example/usd', path: 'rates.ALL' });
  expect(feed('http://127.0.0.1:8080/', { EXCHANGE_RATE_PATH: 'usd.all' })?.path).toBe('usd.all');
  expect(() => feed('http://rates.example/usd')).toThrow(/EXCHANGE_RATE_URL: .* https/);
  expect(() => feed('https://ana:canary@rates.example/usd')).toThrow(/EXCHANGE_RATE_URL: .* user/);
  expect(() => feed('https://rates.example', { EXCHANGE_RATE_PATH: 'rates..ALL' })).toThrow(/EXCHANGE_RATE_PATH/);
});

test('an administrator of the demo shop is refused where strangers come', () => {
  const admin = { ADMIN_EMAIL: 'Shefja@Bukuri.example', ADMIN_PASSWORD: 'nje fjalekalim i gjate' };
  expect(() => loadConfig({ ...admin, PUBLIC_URL: 'https://bukuri.al' })).toThrow(/ADMIN_EMAIL: nobody of/);
  expect(loadConfig({ ...admin, PUBLIC_URL: 'http://localhost:3000' }).admin?.email).toBe('shefja@bukuri.example');
});

test('production on an outside database wants a secret of its own', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/bukuri' };
  expect(() => loadConfig(production)).toThrow(/SESSION_SECRET/);
  expect(loadConfig({ ...production, SESSION_SECRET: 'x'.repeat(32) })).toMatchObject({
    production: true,
    seed: 'none',
  });
});

test('an empty variable counts as absent', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
});

test('proxies are trusted by number or by address', () => {
  expect(loadConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
  expect(loadConfig({ TRUST_PROXY: '10.0.0.0/8,::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  for (const wrong of ['yes', 'bad', '0', '1.2.3.4.5', '10.0.0.0/33', '::1/129', '10.0.0.1,', '10.0.0.1/']) {
    expect(() => loadConfig({ TRUST_PROXY: wrong }), wrong).toThrow(/TRUST_PROXY: give off/);
  }
});

const KEYS = {
  STRIPE_SECRET_KEY: `sk_test_${'x'.repeat(8)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${'x'.repeat(8)}`,
  STRIPE_WEBHOOK_SECRET: 'whsec_one, whsec_two',
};

test('the keys of Stripe come together and of one mode', () => {
  expect(loadConfig(KEYS).cards).toEqual({
    kind: 'stripe',
    secretKey: KEYS.STRIPE_SECRET_KEY,
    publishableKey: KEYS.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: ['whsec_one', 'whsec_two'],
    apiBase: null,
  });
  for (const name of Object.keys(KEYS)) {
    expect(() => loadConfig({ ...KEYS, [name]: '' }), name).toThrow(/STRIPE_SECRET_KEY, .* give all or none/);
  }
  const live = { ...KEYS, STRIPE_PUBLISHABLE_KEY: `pk_live_${'x'.repeat(8)}` };
  expect(() => loadConfig(live)).toThrow(/STRIPE_PUBLISHABLE_KEY: .*mode/);
  expect(() => loadConfig({ ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b,whsec_c' })).toThrow(/WEBHOOK_SECRET/);
  expect(() => loadConfig({ ...KEYS, STRIPE_API_BASE: 'https://stripe.example' })).toThrow(/STRIPE_API_BASE/);
  expect(loadConfig({ ...KEYS, STRIPE_API_BASE: 'http://127.0.0.1:12111' }).cards).toMatchObject({ kind: 'stripe' });
});

test('test cards are taken where nobody can take them for real ones, or where it is said by name', () => {
  const cardsOf = (env: Record<string, string>) => loadConfig(env).cards?.kind;
  const PUBLIC_URL = 'https://bukuri.al';
  const server = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/bukuri', SESSION_SECRET: 'x'.repeat(32) };
  expect(cardsOf({})).toBe('sandbox');
  expect(cardsOf({ CARD_SANDBOX: 'off' })).toBeUndefined();
  expect(cardsOf({ PUBLIC_URL })).toBeUndefined();
  expect(cardsOf({ PUBLIC_URL, CARD_SANDBOX: 'on' })).toBe('sandbox');
  expect(cardsOf(server)).toBeUndefined();
  expect(cardsOf({ ...server, PUBLIC_URL })).toBeUndefined();
  expect(cardsOf({ ...server, PUBLIC_URL, CARD_SANDBOX: 'on' })).toBe('sandbox');
  expect(cardsOf(KEYS)).toBe('stripe');
  expect(() => loadConfig({ ...KEYS, CARD_SANDBOX: 'on' })).toThrow(/CARD_SANDBOX: .* without the keys/);
});

test('mails are carried by a server that is given with a sender, and by nothing else that is given', () => {
  const SMTP_URL = 'smtp://bukuri:sekret%40@mail.example:2525';
  const MAIL_FROM = 'porosi@bukuri.example';
  const given = { SMTP_URL, MAIL_FROM };
  expect(loadConfig(given).mail).toEqual({ kind: 'smtp', url: SMTP_URL, from: MAIL_FROM });
  expect(loadConfig({ ...given, SMTP_URL: 'smtps://[::1]/' }).mail?.kind).toBe('smtp');
  for (const name of Object.keys(given)) {
    expect(() => loadConfig({ ...given, [name]: '' }), name).toThrow(/SMTP_URL, MAIL_FROM: give both/);
  }
  const wrong = [
    'http://mail.example',
    'smtp://mail.example/x',
    'smtp://mail.example?logger=true',
    'smtp://a@mail.example',
  ];
  for (const url of [...wrong, 'smtp://a:100%@mail.example']) {
    expect(() => loadConfig({ ...given, SMTP_URL: url }), url).toThrow(/SMTP_URL: /);
  }
  expect(() => loadConfig({ ...given, MAIL_FROM: 'Bukuri <x@bukuri.example>' })).toThrow(/MAIL_FROM: /);
  expect(() => loadConfig({ ...given, MAIL_SANDBOX: 'on' })).toThrow(/MAIL_SANDBOX: .* without SMTP_URL/);
});

test('mails are kept where nobody waits for them, and shown to others only where that is said by name', () => {
  const mailOf = (env: Record<string, string>) => loadConfig(env).mail;
  const PUBLIC_URL = 'https://bukuri.al';
  const server = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/bukuri', SESSION_SECRET: 'x'.repeat(32) };
  expect(mailOf({})).toEqual({ kind: 'sandbox', isForAll: false });
  for (const env of [{ MAIL_SANDBOX: 'off' }, { PUBLIC_URL }, server]) expect(mailOf(env)).toBeNull();
  expect(mailOf({ ...server, PUBLIC_URL, MAIL_SANDBOX: 'on' })).toEqual({ kind: 'sandbox', isForAll: true });
});

test('who vouches for people is Google and Apple themselves, or stands for them on this machine', () => {
  expect(loadConfig({}).identities).toEqual({ google: null, apple: null });
  const given = { GOOGLE_CLIENT_ID: '12-ab.apps.googleusercontent.com', APPLE_CLIENT_ID: 'al.bukuri.web' };
  expect(loadConfig(given).identities).toEqual({
    google: { clientId: given.GOOGLE_CLIENT_ID, issuer: null },
    apple: { clientId: given.APPLE_CLIENT_ID, issuer: null },
  });
  for (const party of ['GOOGLE', 'APPLE']) {
    const withIssuer =
      (issuer: string, more: object = given) =>
      () =>
        loadConfig({ ...more, [`${party}_ISSUER`]: issuer });
    expect(withIssuer('http://127.0.0.1:4002')).not.toThrow();
    expect(withIssuer('https://accounts.example')).toThrow(/_ISSUER: give an address of this machine/);
    expect(withIssuer('http://127.0.0.1:4002/')).toThrow(/_ISSUER: give it without anything behind/);
    expect(withIssuer('http://127.0.0.1:4002', {})).toThrow(/_ISSUER: give it with .*_CLIENT_ID/);
    expect(() => loadConfig({ [`${party}_CLIENT_ID`]: 'two words' })).toThrow(/_CLIENT_ID: /);
  }
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return '';
}

test('behind a pooler names of statements are sent only when it is said', () => {
  const DATABASE_URL = 'postgres://pooler/bukuri';
  const DATABASE_DIRECT_URL = 'postgres://database/bukuri';
  const isNamed = (env: Record<string, string>) => loadConfig(env).namedStatements;
  expect([isNamed({}), isNamed({ DATABASE_URL })]).toEqual([true, true]);
  expect(isNamed({ DATABASE_URL, DATABASE_DIRECT_URL })).toBe(false);
  expect(isNamed({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_STATEMENTS: 'named' })).toBe(true);
  expect(() => loadConfig({ DATABASE_DIRECT_URL })).toThrow('give it with DATABASE_URL only');
});
