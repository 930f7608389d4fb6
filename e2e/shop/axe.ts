/** What axe finds on a screen; no screen has frames, which axe would open a page of its own for. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Barrier {
  id: string;
  impact: string | null | undefined;
  where: string[];
}

/** What the builder would bring to a page, twice for each look; to bring it costs as much as half a look. */
const beside = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(beside.resolve('axe-core/axe.min.js'), 'utf8');

/** Its rules for colours alone, which take longest. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What of a page is looked at: all of it unless said. */
interface Part {
  within?: string | undefined;
}

/** Once what moves and ends has ended. */
const settled = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished),
  ).then(() => {});

/** By all of its rules, or by all but those for colours. */
export async function axeViolations(
  page: Page,
  { ofColour, within }: { ofColour: boolean } & Part,
): Promise<Barrier[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // What comes in is paler than it stays.
  if (ofColour) await page.evaluate(settled);
  const rules = Object.fromEntries(OF_COLOUR.map((rule) => [rule, { enabled: false }]));
  return found(page, { within, ...(!ofColour && { rules }) });
}

/**
 * After a change of theme, which changes colours and nothing else: by the rules for those alone. On a page that
 * `axeViolations` has looked at, so axe is there.
 */
export async function contrastViolations(page: Page, part: Part = {}): Promise<Barrier[]> {
  await page.evaluate(repainted);
  return found(page, { ...part, runOnly: OF_COLOUR });
}

async function found(
  page: Page,
  { within, ...options }: { runOnly?: string[]; rules?: Record<string, { enabled: boolean }> } & Part,
): Promise<Barrier[]> {
  const axe = new AxeBuilder({ page, axeSource: ';' }).options({ resultTypes: ['violations'], ...options });
  if (within) axe.include(within);
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
