import type { DealCard } from '#core/contract/shapes.ts';

/** The deals of a list below the banner: the one that stands there comes last of its page instead of first. */
export function behindBanner([page = [], ...more]: DealCard[][]): DealCard[] {
  // Featured deals are asked for in the order of lists, so the banner shows the first of them.
  const [first, ...others] = page;
  return first?.isFeatured ? [...others, first, ...more.flat()] : [page, ...more].flat();
}
