/** The modules of the other pages. Loaded with the first page that is not home. */
import type { PageModule } from './kit/router/page.tsx';

const files = import.meta.glob<PageModule>(['./pages/*.page.tsx', '!./pages/home.page.tsx']);

export function loadPage(name: string): Promise<PageModule> {
  const load = files[`./pages/${name}.page.tsx`];
  if (!load) throw new Error(`There is no page called ${name}.`);
  return load();
}
