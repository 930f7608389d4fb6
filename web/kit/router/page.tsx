/** A row of the route table: address, dependencies and permissions of a page, and its lazily loaded module. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Access } from '#core/domain/accounts.ts';
import type { CityChoice } from '#core/domain/cities.ts';
import type { Area } from '#core/i18n/areas.ts';
import type { Api } from '#web/kit/data/api.ts';
import { type Lazy, lazyWithRetry, reloadPage } from '#web/kit/lazy.tsx';

export interface PageContext {
  params: Record<string, string>;
  search: URLSearchParams;
  city: CityChoice;
  /** Whether somebody signed in on this browser before; known on the sign-in page only. */
  isReturning: boolean;
  api: Api;
}

export type Prefetch = (queries: QueryClient, context: PageContext) => Promise<unknown>;

export interface PageModule {
  Page: ComponentType;
  /** Prefetches public data; personal data is fetched by the browser. */
  prefetch?: Prefetch;
}

/** A parameter in the path or the query of an address. */
export interface Parameter {
  /** The canonical value; null for the default, undefined if invalid. */
  read: (value: string) => string | null | undefined;
  /** Any text is valid: pages with a value are not cached. */
  isFree?: boolean;
  /** A credential: the page is not cached and sends no referrer. */
  isSecret?: boolean;
  /** Of a path: the address is not redirected for its case; the value is in lower case all the same. */
  keepsCase?: boolean;
}

/** A third party in the content security policy, or a device feature, that a page may use where the configuration allows it. */
export type Opening = 'cardProvider' | 'google' | 'apple' | 'camera';

export interface PageRules {
  /** Path segments that begin with a colon. */
  params?: Readonly<Record<string, Parameter>>;
  /** Query parameters in canonical order; others are ignored. */
  query?: Readonly<Record<string, Parameter>>;
  /**
   * Who may see it; only pages for anyone are indexed. Pages for users handle guests themselves; those for dealers and
   * administrators are wrapped in `RequireAccess`.
   */
  access?: Access;
  opens?: readonly Opening[];
  /** Message areas beyond those of every page. */
  words?: readonly Area[];
  /** Prefetched when the browser is idle. */
  prefetch?: boolean;
  /** Shown while the page is loaded. */
  Fallback?: ComponentType | undefined;
}

export interface PageRoute extends Required<PageRules> {
  path: string;
  /** The module's name. */
  name: string;
  /** The module's path in the build manifest. */
  file: string;
  /** The module, for the server to prefetch data before rendering. */
  load: () => Promise<PageModule>;
  Component: Lazy<object>;
}

type RequireAccess = ComponentType<{ access: Access; children: ReactNode }>;

/** Makes routes of the pages in a folder, such as `web/pages`; each module is called `<name>.page.tsx`. */
export function pagesIn(
  folder: string,
  loadPage: (name: string) => Promise<PageModule>,
  fetchRequireAccess: () => Promise<RequireAccess>,
) {
  return (
    path: string,
    name: string,
    { params = {}, query = {}, access = 'anyone', opens = [], words = [], prefetch = false, Fallback }: PageRules = {},
  ) => {
    const load = () => loadPage(name);
    const guarded = async () => {
      const [{ Page }, RequireAccess] = await Promise.all([load(), fetchRequireAccess()]);
      return () => (
        <RequireAccess access={access}>
          <Page />
        </RequireAccess>
      );
    };
    const isOpen = access === 'anyone' || access === 'user';
    const Component = lazyWithRetry(isOpen ? async () => (await load()).Page : guarded, words, reloadPage);
    const route: PageRoute = {
      path,
      name,
      file: `${folder}/${name}.page.tsx`,
      params,
      query,
      access,
      opens,
      words,
      prefetch,
      Fallback,
      load,
      Component,
    };
    return route;
  };
}
