/** Parses addresses into routes and their canonical form; used by the server and the browser. */
import { createContext, use } from 'react';
import type { PageRoute } from './page.tsx';

export interface Address {
  route: PageRoute;
  params: Record<string, string>;
  /** The query parameters of the route in canonical form: empty, or beginning with `?`. */
  search: string;
  /** Canonical path and search. */
  canonical: string;
  /** Whether the address was canonical; parameters the route does not know are ignored. */
  isCanonical: boolean;
}

/** Null when there is no such page. */
export function readAddress(routes: readonly PageRoute[], path: string, search: URLSearchParams): Address | null {
  const parts = segmentsOf(path);
  if (!parts) return null;
  for (const route of routes) {
    const params = matchPath(route, parts);
    if (!params) continue;
    const given = new URLSearchParams([...search].filter(([name]) => Object.hasOwn(route.query, name)));
    const canonicalQuery = writeQuery(route, given);
    if (!canonicalQuery) return null;
    const canonicalPath = `/${parts.join('/')}`;
    const isAnyCase = Object.values(route.params).some(({ keepsCase }) => keepsCase);
    const text = canonicalQuery.toString();
    return {
      route,
      params,
      search: text && `?${text}`,
      canonical: canonicalPath + (text && `?${text}`),
      isCanonical: canonicalPath === (isAnyCase ? path.toLowerCase() : path) && text === given.toString(),
    };
  }
  return null;
}

/** Punctuation and marks of bold or italic text that follow a link in a message and become part of it. */
const TRAILING = /[\s.,;:!?)\]}>'"»”’…*_~`\p{Cf}]+$/u;

/** The segments of a path, decoded and in lower case, without trailing punctuation: paths are case-insensitive. */
function segmentsOf(path: string): string[] | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '') continue;
    try {
      parts.push(decodeURIComponent(part).toLowerCase());
    } catch {
      return null;
    }
  }
  const last = parts.pop()?.replace(TRAILING, '');
  return last ? [...parts, last] : parts;
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
  const canonicalQuery = new URLSearchParams();
  for (const [name, { read }] of Object.entries(route.query)) {
    const text = given.get(name);
    if (text === null) continue;
    const value = read(text);
    if (value === undefined) return null;
    if (value !== null) canonicalQuery.set(name, value);
  }
  return canonicalQuery;
}

/** The same page with other parameters; null removes one. */
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

/** The address of the shown page, also while a deal is open in a dialog above it. */
export function useAddress(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('useAddress outside of AddressProvider');
  return address;
}

/** A query parameter that the route declares; null when it is absent. */
export function useParameter(name: string): string | null {
  const { route, search } = useAddress();
  if (!Object.hasOwn(route.query, name)) throw new Error(`${route.path} does not name the parameter ${name}`);
  return new URLSearchParams(search).get(name);
}
