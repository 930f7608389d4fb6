/** What axe finds on a screen; no screen has frames, which axe would open a page of its own for. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Barrier {
  id: string;
  impact: string | null | undefined;
  where: string[];
}

/** By all of its rules. */
export function barriers(page: Page): Promise<Barrier[]> {
  return found(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }));
}

/**
 * After a change of theme, which changes colours and nothing else: by the rules for those alone. On a page that
 * `barriers` has looked at, so axe is there; to bring it costs as much as half a look.
 */
export async function barriersOfColour(page: Page): Promise<Barrier[]> {
  await page.evaluate(repainted);
  const axe = new AxeBuilder({ page, axeSource: ';' });
  return found(axe.options({ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }));
}

async function found(axe: AxeBuilder): Promise<Barrier[]> {
  const { violations } = await axe.setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 160)) }));
}

/** In the page: what a change of theme sets in motion has come to rest. */
async function repainted(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
  await new Promise(requestAnimationFrame);
}
