/** Addresses of pages: which page one means, and the one way to write it. The server and the browser read them alike. */
import { createContext, use } from 'react';
import type { PageRoute } from './page.tsx';

export interface Address {
  route: PageRoute;
  params: Record<string, string>;
  /** What the page depends on, written as it should be: empty, or beginning with `?`. */
  search: string;
  /** Path and search, each in its one form. */
  canonical: string;
  /** Whether it was written that way; what the page does not depend on does not count. */
  isCanonical: boolean;
}

/** What an address asks for; null when there is no such page. `search` holds the pairs of its query. */
export function readAddress(routes: readonly PageRoute[], path: string, search: URLSearchParams): Address | null {
  const parts = partsOf(path);
  if (!parts) return null;
  for (const route of routes) {
    const params = matchPath(route, parts);
    if (!params) continue;
    const given = new URLSearchParams([...search].filter(([name]) => Object.hasOwn(route.query, name)));
    const wanted = writeQuery(route, given);
    if (!wanted) return null;
    const canonicalPath = `/${parts.join('/')}`;
    const text = wanted.toString();
    return {
      route,
      params,
      search: text && `?${text}`,
      canonical: canonicalPath + (text && `?${text}`),
      isCanonical: canonicalPath === path && text === given.toString(),
    };
  }
  return null;
}

/** The parts of a path, decoded and in lower case: paths are not told apart by case. */
function partsOf(path: string): string[] | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '') continue;
    try {
      parts.push(decodeURIComponent(part).toLowerCase());
    } catch {
      return null;
    }
  }
  return parts;
}

function matchPath(route: PageRoute, parts: string[]): Record<string, string> | null {
  const pattern = route.path.split('/').filter(Boolean);
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith(':')) {
      if (name !== part) return null;
      continue;
    }
    const value = route.params[name.slice(1)]?.read(part);
    if (value !== part) return null;
    params[name.slice(1)] = value;
  }
  return params;
}

function writeQuery(route: PageRoute, given: URLSearchParams): URLSearchParams | null {
  const wanted = new URLSearchParams();
  for (const [name, { read }] of Object.entries(route.query)) {
    const said = given.get(name);
    if (said === null) continue;
    const value = read(said);
    if (value === undefined) return null;
    if (value !== null) wanted.set(name, value);
  }
  return wanted;
}

/** The same page with other parameters; null takes one away. */
export function addressWith({ route, search, canonical }: Address, changes: Record<string, string | null>): string {
  const now = new URLSearchParams(search);
  const next = new URLSearchParams();
  for (const name of Object.keys(route.query)) {
    const value = name in changes ? changes[name] : now.get(name);
    if (value) next.set(name, value);
  }
  const [path = '/'] = canonical.split('?');
  return next.size > 0 ? `${path}?${next}` : path;
}

const AddressContext = createContext<Address | null>(null);
export const AddressProvider = AddressContext;

/** The address of the page that is shown, also while a deal is open above it. */
export function useAddress(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('useAddress outside of AddressProvider');
  return address;
}

/** What the address says for a parameter that the endpoint of its page names; null when it says nothing of it. */
export function useParameter(name: string): string | null {
  const { route, search } = useAddress();
  if (!Object.hasOwn(route.query, name)) throw new Error(`${route.path} does not name the parameter ${name}`);
  return new URLSearchParams(search).get(name);
}
