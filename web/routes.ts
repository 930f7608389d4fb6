/** The route table of the specification. Pages of later features join here. */
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { DealSkeleton } from './features/deals/deal-grid.tsx';
import { isSort } from './features/deals/use-deals.ts';
import { OrderBoxes } from './features/orders/order-boxes.tsx';
import { type Address, readAddress } from './kit/address.ts';
import { type PageModule, type PageRoute, type Parameter, pagesIn } from './kit/page.tsx';
import { CartBoxes, CategoriesBoxes, FavoritesBoxes, HomeBoxes, ProfileBoxes } from './shell/page-boxes.tsx';

const page = pagesIn(
  'web/pages',
  import.meta.glob<PageModule>('./pages/*.page.tsx'),
  async () => (await import('./pages/require-access.tsx')).RequireAccess,
);

const id: Parameter = {
  read: (value) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined),
};
/** Tirana's list is what stands there without a city. */
const city: Parameter = {
  read: (value) => {
    const name = value.toLowerCase();
    if (name === '' || name === DEFAULT_CITY) return null;
    return name === 'all' || isCity(name) ? name : undefined;
  },
};
/** Which categories there are is data: the page answers 404 to a slug that it does not find. */
const category: Parameter = {
  read: (value) => {
    const slug = value.toLowerCase();
    if (slug === '' || slug === 'all') return null;
    return /^[a-z0-9-]{1,40}$/.test(slug) ? slug : undefined;
  },
};
const sort: Parameter = { read: (value) => (isSort(value) ? value : null) };
/** Whole lek. */
const price: Parameter = { read: (value) => /^0*([1-9]\d{0,7})$/.exec(value)?.[1] ?? null, isFree: true };
const search: Parameter = { read: (value) => value.trim() || null, isFree: true };
/** Where one comes back to after signing in; who signs in checks that it is a page of this site. */
const next: Parameter = { read: (value) => value || null, isFree: true };
/** A deal that goes into the cart then. */
const add: Parameter = { read: (value) => id.read(value) ?? null, isFree: true };
/** What the link of a mail ends with; whether it is one says who it is shown to. */
const token: Parameter = { read: (value) => value.slice(0, 200) || null, isFree: true, isSecret: true };
/** How it went, for who posted a form without our script. */
const saidOf = (...known: string[]): Parameter => ({ read: (value) => (known.includes(value) ? value : null) });
const method: Parameter = { read: (value) => (value === 'cash' || value === 'card' ? value : null) };

export const routes: readonly PageRoute[] = [
  page('/', 'home', {
    query: { category, search, city, sort, minPrice: price, maxPrice: price },
    words: ['find'],
    isLikely: true,
    Boxes: HomeBoxes,
  }),
  page('/deal/:id', 'deal', { params: { id }, words: ['deal'], Boxes: DealSkeleton }),
  page('/categories', 'categories', { query: { city }, isLikely: true, Boxes: CategoriesBoxes }),
  page('/cart', 'cart', { access: 'user', words: ['deal', 'shopping'], isLikely: true, Boxes: CartBoxes }),
  page('/checkout', 'checkout', {
    query: { method },
    access: 'user',
    opens: ['cardProvider'],
    words: ['deal', 'shopping'],
  }),
  page('/favorites', 'favorites', { access: 'user', isLikely: true, Boxes: FavoritesBoxes }),
  page('/orders/:id', 'order', {
    params: { id },
    access: 'user',
    words: ['back', 'deal', 'receipt', 'shopping'],
    Boxes: OrderBoxes,
  }),
  page('/profile', 'profile', {
    access: 'user',
    words: ['account', 'deal', 'shopping'],
    isLikely: true,
    Boxes: ProfileBoxes,
  }),
  page('/settings', 'settings', {
    access: 'user',
    words: ['account', 'back', 'forms', 'settings', 'codes'],
    Boxes: ProfileBoxes,
  }),
  page('/settings/link', 'link', {
    access: 'user',
    opens: ['google', 'apple'],
    words: ['account', 'back', 'forms', 'settings'],
  }),
  page('/login', 'login', { query: { next, add }, opens: ['google', 'apple'], words: ['account', 'back', 'forms'] }),
  page('/reset', 'reset', {
    query: { next, add, token, said: saidOf('sent', 'changed') },
    words: ['account', 'back', 'forms'],
  }),
  page('/verify', 'verify', {
    query: { token, said: saidOf('confirmed') },
    words: ['account', 'back', 'forms'],
  }),
  page('/terms-of-service', 'terms-of-service', { words: ['back', 'legal'] }),
  page('/privacy-policy', 'privacy-policy', { words: ['back', 'legal'] }),
  page('/accessibility', 'accessibility', { words: ['back', 'legal'] }),
];

const notFound = page('*', 'not-found');

/** The page an address asks for; the one that says so when there is none. */
export function pageAt(path: string, query: URLSearchParams): Address {
  return readAddress(routes, path, query) ?? nowhere(path, query);
}

/** The language is asked for beside what is written here. */
function nowhere(path: string, query: URLSearchParams): Address {
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'lang')).toString();
  const search = rest && `?${rest}`;
  return { route: notFound, params: {}, search, canonical: path + search, isCanonical: true };
}
