/** A row of the route table: a page's address, what it depends on and may do, and its module, fetched when it is shown. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Access } from '#core/domain/accounts.ts';
import type { CityChoice } from '#core/domain/cities.ts';
import type { Area } from '#core/i18n/areas.ts';
import { beginAnew, type Lazy, lazily } from './lazily.tsx';
import type { Api } from './transport.ts';

export interface PageContext {
  params: Record<string, string>;
  search: URLSearchParams;
  city: CityChoice;
  api: Api;
}

export type Prefetch = (queries: QueryClient, context: PageContext) => Promise<unknown>;

export interface PageModule {
  Page: ComponentType;
  /** Fills the cache with what the page shows to everybody; personal data is fetched by the browser. */
  prefetch?: Prefetch;
}

/** A parameter of an address, in its path or its query. */
export interface Parameter {
  /** How a value is written; null when it says no more than its absence, undefined when there is no such value. */
  read: (value: string) => string | null | undefined;
  /** Anybody can invent values, so that pages with one are not worth keeping. */
  isFree?: boolean;
  /** Whoever knows it may do something: neither the page nor its address is told anybody else. */
  isSecret?: boolean;
}

/** Whom a page may talk to beyond this shop, or what of the device it may use, where the configuration allows it. */
export type Opening = 'cardProvider' | 'google' | 'apple' | 'camera';

export interface PageRules {
  /** The parts of the path that begin with a colon. */
  params?: Readonly<Record<string, Parameter>>;
  /** What of the query the page depends on, in the order it is written; the rest is ignored. */
  query?: Readonly<Record<string, Parameter>>;
  /**
   * Who may see it; what is not for anyone is not offered to search engines. What a guest finds on a page for users is its
   * own; those of dealers and administrators stand behind `RequireAccess`.
   */
  access?: Access;
  opens?: readonly Opening[];
  /** What it says beyond the words of every page. */
  words?: readonly Area[];
  /** One of those that most go to: fetched while there is nothing else to do. */
  isLikely?: boolean;
  /** What stands there while it is fetched: the boxes of what will come. */
  Boxes?: ComponentType | undefined;
}

export interface PageRoute extends Required<PageRules> {
  path: string;
  /** Its module's; one for dealers or administrators has the title `<name>.title`, by which the profile leads to it. */
  name: string;
  /** The module's path in the build manifest. */
  file: string;
  /** The module, for what the server does before it renders. */
  load: () => Promise<PageModule>;
  Component: Lazy<object>;
}

type Modules = Record<string, () => Promise<PageModule>>;
type RequireAccess = ComponentType<{ access: Access; children: ReactNode }>;

/** Makes rows of the pages in a folder, such as `web/pages`; each module is called `<name>.page.tsx`. */
export function pagesIn(folder: string, modules: Modules, fetchRequireAccess: () => Promise<RequireAccess>) {
  return (
    path: string,
    name: string,
    { params = {}, query = {}, access = 'anyone', opens = [], words = [], isLikely = false, Boxes }: PageRules = {},
  ) => {
    const found = Object.entries(modules).find(([file]) => file.endsWith(`/${name}.page.tsx`));
    if (!found) throw new Error(`There is no page called ${name} in ${folder}.`);
    const load = found[1];
    const onlyForSome = async () => {
      const [{ Page }, RequireAccess] = await Promise.all([load(), fetchRequireAccess()]);
      return () => (
        <RequireAccess access={access}>
          <Page />
        </RequireAccess>
      );
    };
    const isOpen = access === 'anyone' || access === 'user';
    const Component = lazily(isOpen ? async () => (await load()).Page : onlyForSome, words, beginAnew);
    const route: PageRoute = {
      path,
      name,
      file: `${folder}/${name}.page.tsx`,
      params,
      query,
      access,
      opens,
      words,
      isLikely,
      Boxes,
      load,
      Component,
    };
    return route;
  };
}
