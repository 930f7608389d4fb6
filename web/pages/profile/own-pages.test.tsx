import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import type { User } from '#core/contract/accounts.ts';
import { show, t } from '#test/dom.tsx';
import { ana } from '#test/fake-server.ts';
import { RoutesProvider } from '#web/kit/address.ts';
import { pagesIn } from '#web/kit/page.tsx';
import { OwnPages } from './own-pages.tsx';

const Page = () => null;
const modules = {
  './pages/settings.page.tsx': async () => ({ Page }),
  './pages/cart.page.tsx': async () => ({ Page }),
};
const page = pagesIn('web/pages', modules, async () => Page);
const routes = [
  page('/books', 'settings', { access: 'admin', words: ['settings'] }),
  page('/stall', 'cart', { access: 'dealer', words: ['shopping'] }),
  page('/cart', 'cart', { access: 'user' }),
];
const title = { '/books': t('settings.title'), '/stall': t('cart.title') };

const showTo = (user: User) =>
  show(
    <RoutesProvider value={routes}>
      <Suspense>
        <OwnPages user={user} />
      </Suspense>
    </RoutesProvider>,
  );

test.each([
  ['an administrator', { role: 'admin' }, ['/books', '/stall']],
  ['a dealer', { canPostDeals: true }, ['/stall']],
] as const)('%s finds on the profile the pages for them, by their titles', async (_, rights, paths) => {
  await act(async () => showTo({ ...ana, ...rights }));
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual(
    paths.map((path) => [path, title[path]]),
  );
});

test('whoever buys finds nothing there', () => {
  showTo(ana);
  expect(screen.queryByRole('link')).toBeNull();
});
