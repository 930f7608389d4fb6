import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { routes } from '#web/routes.ts';
import { createShop } from '../app.ts';
import { type Allowances, policiesOf } from './policies.ts';

const shop = await startShop({ makeApp: createShop });
const atStripe = await startShop({
  makeApp: createShop,
  parts: { cards: { ...fakePaymentProvider(), name: 'stripe' } },
});
const party = { clientId: 'shop', issuer: null };
const atGoogle = await startShop({ makeApp: createShop, config: { identities: { google: party, apple: null } } });
const withBoth = await startShop({ makeApp: createShop, config: { identities: { google: party, apple: party } } });
const STRICT =
  "default-src 'self'; script-src 'self' SCRIPT; style-src 'self' STYLE; img-src 'self' data: blob: https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const CLOSED = 'camera=(), microphone=(), geolocation=(self), payment=(), browsing-topics=()';
const allowed: Allowances = {
  cardProvider: {
    content: { 'script-src': ['https://pay.example'], 'frame-src': ['https://pay.example'] },
    permissions: { payment: '(self "https://pay.example")' },
  },
  camera: { permissions: { camera: '(self)' } },
};

async function policiesAt({ app }: typeof shop, path: string) {
  const { headers } = await app.inject(path.replace(':id', '0190a5a0-0000-7000-8000-000000000000'));
  const content = String(headers['content-security-policy']).replace(
    /(script|style)-src 'self' 'sha256-[\w+/=]+'/g,
    (_, what) => `${what}-src 'self' ${what.toUpperCase()}`,
  );
  return [content, headers['permissions-policy']];
}

const paths = [...routes.map(({ path }) => path), '*'];

test.each(paths)('%s may do nothing beyond the shop', async (path) => {
  expect(await policiesAt(shop, path)).toEqual([STRICT, CLOSED]);
});

test.each(paths.filter((path) => path !== '/checkout'))('%s stays closed where Stripe charges cards', async (path) => {
  expect(await policiesAt(atStripe, path)).toEqual([STRICT, CLOSED]);
});

test('where Stripe charges cards the checkout lets its script in, its frames and its calls', async () => {
  const opened = STRICT.replace('SCRIPT', 'SCRIPT https://js.stripe.com https://*.js.stripe.com');
  const calls = "connect-src 'self' https://api.stripe.com";
  const frames = "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com";
  for (const path of ['/checkout', '/checkout?method=card']) {
    expect(await policiesAt(atStripe, path)).toEqual([`${opened}; ${calls}; ${frames}`, CLOSED]);
  }
});

const GOOGLE = {
  script: ' https://accounts.google.com/gsi/client',
  style: ' https://accounts.google.com/gsi/style',
  more: "; connect-src 'self' https://accounts.google.com/gsi/; frame-src 'self' https://accounts.google.com/gsi/",
};
const withGoogle = `${STRICT.replace('SCRIPT', `SCRIPT${GOOGLE.script}`).replace('STYLE', `STYLE${GOOGLE.style}`)}${GOOGLE.more}`;

test.each(paths.filter((path) => path !== '/login' && path !== '/settings/link'))(
  '%s stays closed where Google and Apple vouch for people',
  async (path) => {
    expect(await policiesAt(withBoth, path)).toEqual([STRICT, CLOSED]);
  },
);

test('where Google vouches for people the pages to sign in and to link let in what its button needs, and no more', async () => {
  for (const path of ['/login?next=%2Fcart', '/settings/link'])
    expect(await policiesAt(atGoogle, path)).toEqual([withGoogle, CLOSED]);
});

test('where Apple does too, its script is let in as well', async () => {
  const [content] = await policiesAt(withBoth, '/login');
  expect(content).toBe(
    withGoogle
      .replace('gsi/client', 'gsi/client https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/')
      .replaceAll('google.com/gsi/;', 'google.com/gsi/ https://appleid.apple.com;')
      .replace(/gsi\/$/, 'gsi/ https://appleid.apple.com'),
  );
});

test('only the pages that are to open something can be opened', () => {
  const opening = routes.filter(({ opens }) => opens.length > 0).map(({ path, opens }) => `${path} ${opens.join(' ')}`);
  expect(opening).toEqual(['/checkout cardProvider', '/settings/link google apple', '/login google apple']);
});

test('an opening allows what is configured for it, and nothing else', () => {
  const of = (...opens: Parameters<typeof policiesOf>[0]) =>
    policiesOf(opens, { style: 'STYLE', script: 'SCRIPT', allowed });
  expect(of()).toEqual({ content: STRICT, permissions: CLOSED });
  expect(of('google')).toEqual(of());
  expect(of('camera')).toEqual({ content: STRICT, permissions: CLOSED.replace('camera=()', 'camera=(self)') });
  expect(of('cardProvider')).toEqual({
    content: `${STRICT.replace('SCRIPT', 'SCRIPT https://pay.example')}; frame-src 'self' https://pay.example`,
    permissions: CLOSED.replace('payment=()', 'payment=(self "https://pay.example")'),
  });
});
