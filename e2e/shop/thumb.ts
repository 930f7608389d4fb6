/** Whether a thumb can use a screen. */
import type { Page } from '@playwright/test';

const HEIGHT = 780;

/** What is hard to tap or cannot be read whole on a phone of this width; the page is not loaded anew. */
export async function hardToTap(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT });
  const found = await page.evaluate(look, width);
  return found.map((trouble) => `${width} px: ${trouble}`);
}

/** In the page. Links inside a sentence are exempt; boxes count with their label. */
function look(width: number): string[] {
  const found: string[] = [];
  const scope = document.querySelector('dialog[open]') ?? document;
  for (const element of scope.querySelectorAll<HTMLElement>('a, button, input, select')) {
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || element.closest('[inert], [aria-hidden=true], .sr-only')) continue;
    const labelled = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') : null;
    const stretched = getComputedStyle(element, '::after').position === 'absolute';
    const box = (
      labelled ?? (stretched ? (element.closest('article, section') ?? element) : element)
    ).getBoundingClientRect();
    if (box.width === 0 || element.matches('.sr-only')) continue;
    const inSentence = element.matches('a') && style.display === 'inline' && !stretched;
    const least = element.matches('button, select, nav a') && !element.matches('[lang]') ? 44 : 24;
    const fits = box.height >= least - 0.5 && (box.width >= least - 0.5 || least === 24);
    if (!fits && !(inSentence && box.height >= 18)) {
      const size = `${Math.round(box.width)}×${Math.round(box.height)}`;
      found.push(`a target of ${size}, which is below ${least}: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>('nav li a, button')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.closest('[inert]')) continue;
    found.push(`a label that is cut off: ${element.outerHTML.slice(0, 120)}`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > width) found.push(`${wide - width} pixels of sideways scrolling`);
  return found;
}
