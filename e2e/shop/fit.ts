/** Whether a screen fits: what a narrow phone, large letters and long words do to it. */
import type { Page } from '@playwright/test';

export const WIDTHS = [320, 360, 390, 412, 430, 440, 820, 1024, 1280, 1920];
/** Where letters are tried twice as large. */
export const DOUBLED = [320, 360, 390, 820, 1280];
/** A phone that lies on its side. */
export const LYING = { width: 740, height: 360 };
/** The narrowest of each shape that a screen takes: what fits there fits until the next. */
export const HARDEST = [320, 820, 1024, 1280, LYING.width];
const HEIGHT = 780;

/** Measures a page that is not painted meanwhile, which takes as long as a layout and changes none. */
export async function unpainted(page: Page, measure: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('opacity', '0'));
  await measure();
  await page.evaluate(() => document.documentElement.style.removeProperty('opacity'));
}

/**
 * What does not fit at a width, with letters twice as large where `isDoubled`; the page is not loaded anew. For a browser
 * that is not `isMobile`: a phone's makes its window wider instead of scrolling.
 */
export async function misfits(page: Page, width: number, isDoubled: boolean): Promise<string[]> {
  await page.setViewportSize({ width, height: width === LYING.width ? LYING.height : HEIGHT });
  const found = await page.evaluate(look, { width, isDoubled });
  return found.map((misfit) => `${width} px${isDoubled ? ', letters twice as large' : ''}: ${misfit}`);
}

/** In the page. */
async function look({ width, isDoubled }: { width: number; isDoubled: boolean }): Promise<string[]> {
  document.documentElement.style.fontSize = isDoubled ? '200%' : '';
  for (let frame = 0; frame < 3 || innerWidth !== width; frame++) await new Promise(requestAnimationFrame);
  const found: string[] = [];
  const say = (what: string, element: Element | null | undefined) =>
    found.push(`${what}: ${element?.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140)}`);
  const isSeen = (element: Element) => element.checkVisibility() && !element.closest('[inert], .sr-only, .invisible');

  const scroll = document.documentElement.scrollWidth;
  if (scroll > width) {
    const [widest] = [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.getBoundingClientRect().right > width && isSeen(element))
      .slice(-1);
    say(`scrolls sideways by ${scroll - width} px`, widest);
  }

  for (const dialog of document.querySelectorAll('dialog[open]'))
    if (dialog.scrollWidth > dialog.clientWidth) say('a dialog scrolls sideways', dialog);

  const row = [...document.querySelectorAll('header > div > *')].filter(isSeen).map((item) => ({
    item,
    box: item.getBoundingClientRect(),
  }));
  const inRow = row.filter(({ item }) => getComputedStyle(item).position !== 'fixed');
  const lowestTop = Math.max(...inRow.map(({ box }) => box.top).filter((top) => top < 70));
  for (const { item, box } of inRow) {
    if (box.height > 80 || (box.bottom < lowestTop && box.height > 10)) say('the header is not one row', item);
    if (box.left < -1 || box.right > width + 1) say('sticks out of the header', item);
  }

  const byPlace = inRow.map(({ box }) => box).sort((one, other) => one.left - other.left);
  if (byPlace.some((box, at) => at > 0 && box.left < (byPlace[at - 1]?.right ?? 0) - 1))
    say('parts of the header lie over each other', document.querySelector('header > div'));

  // With large letters on a phone it may end in dots.
  const mayEnd = isDoubled && width < 1024;
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const field of document.querySelectorAll<HTMLInputElement>('[type=search]')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (!mayEnd && isSeen(field) && !field.value && pen.measureText(field.placeholder).width > room)
      say('what a search is for is cut', field);
  }

  const bars = [...document.querySelectorAll('nav, [data-bottom-bar]')].filter(
    (bar) => getComputedStyle(bar).position === 'fixed' && isSeen(bar),
  );
  for (const bar of bars) if (bar.getBoundingClientRect().height > innerHeight / 4) say('a bar takes the screen', bar);

  const range = document.createRange();
  const tabs = [...document.querySelectorAll('nav[aria-label] ul a')].filter(
    (tab) => isSeen(tab) && getComputedStyle(tab.closest('nav') as Element).position === 'fixed',
  );
  for (const tab of tabs) if (tab.scrollWidth > tab.clientWidth + 1) say('a label runs out of its tab', tab);

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size;
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    if (!text.trim() || !parent) continue;
    range.selectNodeContents(node);
    const count = lines();
    // Whether it is seen is asked last: it takes longest, and most texts stand in one line.
    if (count < 2 || !isSeen(parent) || parent.closest('script, style, option, noscript')) continue;
    if (count > 2 && text.trim().length / count < 3) say('letters stand below each other', parent);
    for (const match of text.matchAll(/(ALL\s)?\d[\d\s.,]*(\slekë)?/g)) {
      const price = match[0].trimEnd();
      if (!/lekë|ALL/.test(price)) continue;
      range.setStart(node, match.index);
      range.setEnd(node, match.index + price.length);
      if (lines() > 1) say(`${price} is parted`, parent);
    }
  }
  return found;
}
