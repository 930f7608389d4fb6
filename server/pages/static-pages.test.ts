import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ makeApp: createShop });

async function pageAt(url: string) {
  const { statusCode, body } = await shop.app.inject({ url });
  expect(statusCode, url).toBe(200);
  const { document: page } = new Window();
  page.write(body);
  return page;
}

const main = (page: Awaited<ReturnType<typeof pageAt>>) =>
  (page.querySelector('main')?.textContent ?? '').replaceAll('\u00a0', ' ');

test('about, in English, states every fact of the specification and leads back to the profile', async () => {
  const page = await pageAt('/about?lang=en');
  for (const text of [
    'Welcome',
    'Our mission',
    'What we offer',
    'Verified business partners',
    'Nationwide city coverage',
    'Secure payments',
    'card payment provider',
    'Sign in with Google',
    'Support replies typically within 24 hours',
    'App features',
    'For professionals',
    'Membership plans from €10/month',
    'Entry€10',
    'Silver€20',
    'Gold€42',
    'Contact',
    'Version 1.0.0',
  ])
    expect(main(page)).toContain(text);
  const categories = [...page.querySelectorAll('main a[href*="category="]')].map(({ textContent }) => textContent);
  expect(categories).toEqual(['Hair', 'Skin', 'Nails', 'Eyebrows', 'Lips', 'Massage']);
  expect(page.querySelector('main a')?.getAttribute('href')).toBe('/profile');
});

test('about and for-salons, in Albanian, have title, description and canonical URL of their own', async () => {
  const heads = await Promise.all(
    ['/about', '/for-salons'].map(async (path) => {
      const page = await pageAt(path);
      expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(new RegExp(`${path}$`));
      expect(page.querySelector(`footer a[href="${path}"]`)).not.toBeNull();
      return [page.title, page.querySelector('meta[name=description]')?.getAttribute('content')];
    }),
  );
  expect(heads.map(([title]) => title)).toEqual(['Rreth nesh | Bukuri', 'Për sallonet | Bukuri']);
  expect(new Set(heads.map(([, description]) => description)).size).toBe(2);
});

test('for-salons, shows the plans in lek and leads to the dealer request', async () => {
  const page = await pageAt('/for-salons?lang=en');
  for (const text of ['ALL 1,200', 'ALL 2,200', 'ALL 4,200', '3 posts', '10 posts', 'Unlimited posts'])
    expect(main(page)).toContain(text);
  const apply = [...page.querySelectorAll('main a')].filter((link) => link.textContent === 'Request to Post Deals');
  expect(apply.map((link) => link.getAttribute('href'))).toEqual(['/profile#apply', '/profile#apply']);
});
