/** The route table of the specification. */
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { DealSkeleton } from './features/deals/deal-grid.tsx';
import { isSort } from './features/deals/use-deals.ts';
import { OrderBoxes } from './features/orders/order-boxes.tsx';
import { type Address, readAddress } from './kit/router/address.ts';
import { type PageRoute, type Parameter, pagesIn } from './kit/router/page.tsx';
import { Page, prefetch } from './pages/home.page.tsx';
import {
  CartSkeleton,
  CategoriesSkeleton,
  FavoritesSkeleton,
  HomeSkeleton,
  ProfileSkeleton,
} from './shell/page-skeletons.tsx';

const page = pagesIn(
  'web/pages',
  async (name) => (name === 'home' ? { Page, prefetch } : (await import('./page-files.ts')).loadPage(name)),
  async () => (await import('./shell/require-access.tsx')).RequireAccess,
);

const id: Parameter = {
  read: (value) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined),
};
/** Any slug: the page answers 404 where the salon does not exist. */
const slug: Parameter = {
  read: (value) => (/^[a-z0-9-]{1,80}$/i.test(value) ? value.toLowerCase() : undefined),
};
/** Tirana is the default. */
const city: Parameter = {
  read: (value) => {
    const name = value.toLowerCase();
    if (name === '' || name === DEFAULT_CITY) return null;
    return name === 'all' || isCity(name) ? name : undefined;
  },
};
/** Any slug: the page answers 404 where the category does not exist. */
const category: Parameter = {
  read: (value) => {
    const slug = value.toLowerCase();
    if (slug === '' || slug === 'all') return null;
    return /^[a-z0-9-]{1,40}$/.test(slug) ? slug : undefined;
  },
};
/** As `2026-10`. */
const month: Parameter = { read: (value) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : undefined) };
const sort: Parameter = { read: (value) => (isSort(value) ? value : null) };
/** Whole lek. */
const price: Parameter = { read: (value) => /^0*([1-9]\d{0,7})$/.exec(value)?.[1] ?? null, isFree: true };
const search: Parameter = { read: (value) => value.trim() || null, isFree: true };
/** Path to return to after sign-in, which checks that it is one of this site. */
const next: Parameter = { read: (value) => value || null, isFree: true };
/** Id of a deal to add to the cart after sign-in. */
const add: Parameter = { read: (value) => id.read(value) ?? null, isFree: true };
/** The credential of a link; the server validates it. */
const token: Parameter = { read: (value) => value.slice(0, 200) || null, isFree: true, isSecret: true };
/** The token of a voucher's QR code, which is printed in upper case. */
const voucherToken: Parameter = {
  read: (value) => (/^[0-9a-z]{9}\.[0-9a-z]{16}$/.test(value) ? value : undefined),
  isSecret: true,
  keepsCase: true,
};
/** One of these: the outcome of a form posted without JavaScript or of a payment, a payment method. */
const outcomeOf = (...known: string[]): Parameter => ({ read: (value) => (known.includes(value) ? value : null) });
/** Name of a tab of the admin panel, of an order or a filter of its lists, or of what is open. */
const word: Parameter = { read: (value) => (/^-?[a-z0-9][a-z0-9-]{0,49}$/i.test(value) ? value : null) };
/** A day, or the cursor of a page of a list. */
const position: Parameter = { read: (value) => (/^[\w-]{1,400}$/.test(value) ? value : null), isFree: true };

const ofAccounts = ['account', 'back', 'forms'] as const;

export const routes: readonly PageRoute[] = [
  page('/', 'home', {
    query: { category, search, city, sort, minPrice: price, maxPrice: price },
    words: ['find'],
    prefetch: true,
    Fallback: HomeSkeleton,
  }),
  page('/deal/:id', 'deal', { params: { id }, words: ['deal'], Fallback: DealSkeleton }),
  page('/salon/:slug', 'salon', { params: { slug }, words: ['back', 'deal', 'follows', 'reviews', 'salon'] }),
  page('/categories', 'categories', { query: { city }, prefetch: true, Fallback: CategoriesSkeleton }),
  page('/cart', 'cart', { access: 'user', words: ['deal', 'shopping'], prefetch: true, Fallback: CartSkeleton }),
  page('/checkout', 'checkout', {
    query: { method: outcomeOf('cash', 'card') },
    access: 'user',
    opens: ['cardProvider'],
    words: ['deal', 'shopping', 'vouchers'],
  }),
  page('/favorites', 'favorites', {
    access: 'user',
    words: ['follows'],
    prefetch: true,
    Fallback: FavoritesSkeleton,
  }),
  page('/orders/:id', 'order', {
    params: { id },
    access: 'user',
    words: ['back', 'deal', 'receipt', 'shopping', 'vouchers'],
    Fallback: OrderBoxes,
  }),
  page('/v/:token', 'voucher', { params: { token: voucherToken }, words: ['deal', 'vouchers'], Fallback: OrderBoxes }),
  page('/profile', 'profile', {
    query: { membership: outcomeOf('success') },
    access: 'user',
    words: ['account', 'deal', 'shopping'],
    prefetch: true,
    Fallback: ProfileSkeleton,
  }),
  // Tills have no account.
  page('/redeem', 'redeem', { query: { code: token }, opens: ['camera'], words: ['redeem', 'deal'] }),
  page('/till', 'till', { query: { token }, words: ['redeem'] }),
  page('/desk', 'desk', {
    query: { tab: word, part: word, membership: outcomeOf('success'), days: outcomeOf('7', '90'), deal: add },
    access: 'user',
    words: ['desk'],
    Fallback: ProfileSkeleton,
  }),
  page('/desk/statements/:month', 'statement', {
    params: { month },
    access: 'user',
    words: ['statements'],
    Fallback: ProfileSkeleton,
  }),
  page('/settings', 'settings', {
    access: 'user',
    words: [...ofAccounts, 'settings', 'push', 'codes'],
    Fallback: ProfileSkeleton,
  }),
  page('/settings/link', 'link', {
    access: 'user',
    opens: ['google', 'apple'],
    words: [...ofAccounts, 'settings'],
  }),
  page('/admin', 'admin', {
    query: {
      ...{ tab: word, part: word, q: search, filter: word, sort: word, category: word, where: word, page: position },
      ...{ open: word, do: word, person: search, day: position },
    },
    access: 'admin',
    words: ['admin', 'back', 'forms'],
  }),
  page('/login', 'login', { query: { next, add }, opens: ['google', 'apple'], words: ofAccounts }),
  page('/reset', 'reset', {
    query: { next, add, token, said: outcomeOf('sent', 'changed') },
    words: ofAccounts,
  }),
  page('/verify', 'verify', {
    query: { token, said: outcomeOf('confirmed') },
    words: ofAccounts,
  }),
  page('/unsubscribe', 'unsubscribe', {
    query: { token, said: outcomeOf('done') },
    words: ['back', 'forms', 'notifications'],
  }),
  page('/about', 'about', { words: ['about', 'back', 'memberships'] }),
  page('/for-salons', 'for-salons', { words: ['about', 'back', 'dealers', 'memberships'] }),
  page('/terms-of-service', 'terms-of-service', { words: ['back', 'legal'] }),
  page('/privacy-policy', 'privacy-policy', { words: ['back', 'legal'] }),
  page('/accessibility', 'accessibility', { words: ['back', 'legal'] }),
];

const notFound = page('*', 'not-found');

/** The page of an address, or the not-found page. */
export function pageAt(path: string, query: URLSearchParams): Address {
  return readAddress(routes, path, query) ?? notFoundAt(path, query);
}

/** Keeps the query, except the language. */
function notFoundAt(path: string, query: URLSearchParams): Address {
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'lang')).toString();
  const search = rest && `?${rest}`;
  return { route: notFound, params: {}, search, canonical: path + search, isCanonical: true };
}
