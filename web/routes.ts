/** The route table of the specification. Pages of later features join here. */
import { type PageRoute, page } from './kit/page.tsx';

export const routes: readonly PageRoute[] = [
  page('/', 'web/pages/home.page.tsx', () => import('./pages/home.page.tsx')),
  page('/deal/:id', 'web/pages/deal.page.tsx', () => import('./pages/deal.page.tsx')),
  page('/categories', 'web/pages/categories.page.tsx', () => import('./pages/categories.page.tsx')),
  page('/cart', 'web/pages/cart.page.tsx', () => import('./pages/cart.page.tsx')),
  page('/checkout', 'web/pages/checkout.page.tsx', () => import('./pages/checkout.page.tsx')),
  page('/favorites', 'web/pages/favorites.page.tsx', () => import('./pages/favorites.page.tsx')),
  page('/profile', 'web/pages/profile.page.tsx', () => import('./pages/profile.page.tsx')),
  page('/login', 'web/pages/login.page.tsx', () => import('./pages/login.page.tsx')),
];

export const notFound = page('*', 'web/pages/not-found.page.tsx', () => import('./pages/not-found.page.tsx'));
