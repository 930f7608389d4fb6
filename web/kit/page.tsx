/** A page: its file (for preloading), its lazily loaded module and what the server fetches before it renders. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { CityChoice } from '#core/domain/cities.ts';
import { lazily } from './lazily.tsx';
import type { Api } from './transport.ts';

export interface PageContext {
  params: Record<string, string | undefined>;
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

export interface PageRoute {
  path: string;
  /** The module's path in the build manifest. */
  file: string;
  load: () => Promise<PageModule>;
  Component: ComponentType;
}

/** Once loaded, a page renders without suspending, so that hydration and Back are immediate. */
export function page(path: string, file: string, importPage: () => Promise<PageModule>): PageRoute {
  let loaded: PageModule | undefined;
  const load = async () => {
    loaded ??= await importPage();
    return loaded;
  };
  const Waiting = lazily(async () => (await load()).Page);
  // biome-ignore lint/correctness/noComponentHookFactories: made once per route, when the table is read
  const Component = () => {
    const Ready = loaded?.Page ?? Waiting;
    return <Ready />;
  };
  return { path, file, load, Component };
}
