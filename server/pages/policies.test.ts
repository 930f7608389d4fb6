import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';
import { paperCards } from '#test/paper-cards.ts';
import { routes } from '#web/routes.ts';
import { createShop } from '../app.ts';
import { type Allowances, policiesOf } from './policies.ts';

const shop = await startShop({ makeApp: createShop });
const atStripe = await startShop({ makeApp: createShop, parts: { cards: { ...paperCards(), name: 'stripe' } } });
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

test('only the pages that are to open something can be opened', () => {
  const opening = routes.filter(({ opens }) => opens.length > 0).map(({ path, opens }) => `${path} ${opens.join(' ')}`);
  expect(opening).toEqual(['/checkout cardProvider', '/login google']);
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
