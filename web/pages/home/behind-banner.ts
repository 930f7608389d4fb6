import type { DealCard } from '#core/contract/shapes.ts';

/** The deals of a list below the banner: the one that stands there comes last of the first page. */
export function behindBanner([page = [], ...more]: DealCard[][], banner: string | undefined): DealCard[] {
  const others = page.filter(({ id }) => id !== banner);
  return [...others, ...page.filter(({ id }) => id === banner), ...more.flat()];
}
