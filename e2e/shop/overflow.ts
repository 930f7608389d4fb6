/** Whether a screen fits its width: no horizontal scrolling of the page or a dialog, no oversized fixed bar. */
import type { Page } from '@playwright/test';

const HEIGHT = 780;

/** What does not fit at a width in px, with text at 200 % where `isDoubled`; needs a browser that is not `isMobile`. */
export async function overflows(page: Page, width: number, isDoubled = false): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT });
  const found = await page.evaluate(
    async ([isLarge, viewport]) => {
      document.documentElement.style.fontSize = isLarge ? '200%' : '';
      for (let frame = 0; frame < 3 || innerWidth !== viewport; frame++) await new Promise(requestAnimationFrame);
      const shown = (what: string, element: Element | undefined) =>
        `${what}: ${element?.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140)}`;
      const isShown = (element: Element) => element.checkVisibility() && !element.closest('[inert], .sr-only');
      const all: string[] = [];
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > viewport) {
        const widest = [...document.querySelectorAll('main *, header *, footer *')].filter(
          (element) => element.getBoundingClientRect().right > viewport && isShown(element),
        );
        all.push(shown(`page scrolls by ${scrollWidth - viewport} px`, widest.at(-1)));
      }
      for (const dialog of document.querySelectorAll('dialog[open]'))
        if (dialog.scrollWidth > dialog.clientWidth) all.push(shown('dialog scrolls', dialog));
      for (const bar of document.querySelectorAll('nav, [data-bottom-bar]'))
        if (getComputedStyle(bar).position === 'fixed' && isShown(bar) && bar.clientHeight > innerHeight / 4)
          all.push(shown('bar covers the screen', bar));
      document.documentElement.style.fontSize = '';
      return all;
    },
    [isDoubled, width] as const,
  );
  return found.map((each) => `${width} px${isDoubled ? ', text at 200 %' : ''}: ${each}`);
}
