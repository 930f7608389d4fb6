import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { routes } from '#web/routes.ts';
import type { Allowances } from './policies.ts';

const shop = await startShop({ makeApp: createShop });
const atStripe = await startShop({
  makeApp: createShop,
  parts: { cards: { ...fakePaymentProvider(), name: 'stripe' } },
});
const party = { clientId: 'shop', issuer: null };
const atGoogle = await startShop({ makeApp: createShop, config: { identities: { google: party, apple: null } } });
const withBoth = await startShop({ makeApp: createShop, config: { identities: { google: party, apple: party } } });
const STRICT =
  "default-src 'self'; script-src 'self'; style-src 'self' STYLE; img-src 'self' data: blob: https:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const CLOSED = 'camera=(), microphone=(), geolocation=(self), payment=(), browsing-topics=()';
const _allowed: Allowances = {
  cardProvider: {
    content: { 'script-src': ['https://pay.example'], 'frame-src': ['https://pay.example'] },
    permissions: { payment: '(self "https://pay.example")' },
  },
  camera: { permissions: { camera: '(self)' } },
};

/** Salons scan vouchers with the camera. */
const permissionsOf = (path: string) => (path === '/redeem' ? CLOSED.replace('camera=()', 'camera=(self)') : CLOSED);

async function policiesAt({ app }: typeof shop, path: string) {
  const { headers } = await app.inject(path.replace(':id', '0190a5a0-0000-7000-8000-000000000000'));
  const content = String(headers['content-security-policy']).replace(
    /style-src 'self' 'sha256-[\w+/=]+'/,
    "style-src 'self' STYLE",
  );
  return [content, headers['permissions-policy']];
}

const paths = [...routes.map(({ path }) => path), '/no-such-page'];

test.each(paths)('%s, content security policy, allows own origin only', async (path) => {
  expect(await policiesAt(shop, path)).toEqual([STRICT, permissionsOf(path)]);
});

test.each(paths.filter((path) => path !== '/checkout'))(
  '%s, Stripe configured, policy does not allow Stripe',
  async (path) => {
    expect(await policiesAt(atStripe, path)).toEqual([STRICT, permissionsOf(path)]);
  },
);

test('checkout, Stripe configured, policy allows Stripe', async () => {
  const opened = STRICT.replace("script-src 'self'", "script-src 'self' https://js.stripe.com https://*.js.stripe.com");
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
const withGoogle = `${STRICT.replace("script-src 'self'", `script-src 'self'${GOOGLE.script}`).replace('STYLE', `STYLE${GOOGLE.style}`)}${GOOGLE.more}`;

test.each(paths.filter((path) => path !== '/login' && path !== '/settings/link'))(
  '%s, Google and Apple configured, policy does not allow them',
  async (path) => {
    expect(await policiesAt(withBoth, path)).toEqual([STRICT, permissionsOf(path)]);
  },
);

test('sign-in and linking pages, Google configured, policy allows its button', async () => {
  for (const path of ['/login?next=%2Fcart', '/settings/link'])
    expect(await policiesAt(atGoogle, path)).toEqual([withGoogle, CLOSED]);
});
