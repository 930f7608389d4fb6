/** Whether a screen serves eyes that have it otherwise: wider spacing, larger letters, colours of the device, little contrast. */
import type { Page } from '@playwright/test';

/** The least that a reader may ask for (WCAG 1.4.12). */
const SPACING =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}';
/** Twice what browsers begin with. */
const LARGE_FONT = 32;
const NARROW = { width: 320, height: 780 };

/** What is cut off or out of reach at 320 px where letters, words and lines stand wider apart. */
export async function cutBySpacing(page: Page): Promise<string[]> {
  await page.setViewportSize(NARROW);
  await page.evaluate(wear, SPACING);
  const found = await page.evaluate(outOfReach);
  await page.evaluate(undress);
  return found.map((trouble) => `spaced out: ${trouble}`);
}

/** In the page: styles of whoever reads, beside those of the page, which no policy of a site keeps out. */
function wear(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}

/** In the page: takes them off again. */
function undress(): void {
  document.adoptedStyleSheets.pop();
}

/** The same where the browser itself writes twice as large, and what did not grow with it. */
export async function cutByFont(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const before = await page.evaluateHandle(lettersOf);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_FONT } });
  const found = await page.evaluate(outOfReach);
  found.push(...(await before.evaluate(stayedSmall)));
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_FONT / 2 } });
  await browser.detach();
  return found.map((trouble) => `letters of ${LARGE_FONT} px: ${trouble}`);
}

/** In the page: its texts and how large they are, but for the header and the tabs, which have a limit. */
function lettersOf(): { text: Text; size: number }[] {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const letters: { text: Text; size: number }[] = [];
  for (let text = walk.nextNode() as Text | null; text; text = walk.nextNode() as Text | null) {
    const holder = text.parentElement;
    if (!text.data.trim() || !holder || holder.closest('header, nav, script, style, noscript, .sr-only')) continue;
    letters.push({ text, size: Number.parseFloat(getComputedStyle(holder).fontSize) });
  }
  return letters;
}

/** In the page, with letters twice as large. Headings and prices in the display letter begin large, and end where a long word fills a phone; so does what is read aloud and must not be parted. */
function stayedSmall(before: { text: Text; size: number }[]): string[] {
  return before.flatMap(({ text, size }) => {
    const holder = text.parentElement;
    if (!holder || !text.isConnected || !holder.checkVisibility({ visibilityProperty: true })) return [];
    const style = getComputedStyle(holder);
    const now = Number.parseFloat(style.fontSize);
    const line = document.createRange();
    line.selectNodeContents(text);
    const fillsLine =
      style.whiteSpace === 'nowrap' && line.getBoundingClientRect().width > (holder.clientWidth * 2) / 3;
    const isLarge = style.fontFamily.includes('Fraunces') && (now >= 44 || fillsLine);
    return now / size >= 1.8 || isLarge ? [] : [`grows from ${size} to ${now} px: ${holder.outerHTML.slice(0, 140)}`];
  });
}

/** In the page. What may be scrolled sideways, as a row of chips, holds what lies beside the screen. */
async function outOfReach(): Promise<string[]> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const found: string[] = [];
  const say = (what: string, element: Element) =>
    found.push(`${what}: ${element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140)}`);
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], .sr-only');
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const wide = document.documentElement.scrollWidth - innerWidth;
  const isWide = (element: Element) =>
    element.getBoundingClientRect().right > innerWidth + 1 && isSeen(element) && !scrolls(element);
  const widest = [...document.body.querySelectorAll('*')].find(isWide);
  if (wide > 0) say(`scrolls sideways by ${wide} px`, widest ?? document.body);
  for (const control of document.querySelectorAll('a, button, input, select')) {
    const { left, right, width } = control.getBoundingClientRect();
    const isBeside = width > 1 && (left < -1 || right > innerWidth + 1);
    if (isBeside && isSeen(control) && !scrolls(control.parentElement)) say('beside the screen', control);
  }
  for (const element of document.querySelectorAll('h1, h2, h3, p, a, button, dt, dd, label, legend, nav span')) {
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    const isTooWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const isTooHigh = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
    const isCut = isTooWide || isTooHigh || webkitLineClamp !== 'none';
    // Of the mark and the name of the shop, the name goes where there is no room.
    if (isCut && !element.matches('header [href="/"]') && element.textContent?.trim() && isSeen(element))
      say('cut off', element);
  }
  const range = document.createRange();
  const linesOf = (node: Node) => {
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  // Of the name and the label of the shop, what finds no room goes as a whole. Letters are lower than what holds them.
  for (const part of document.querySelectorAll('header > div > [href="/"] span span')) {
    const frames = [part.parentElement, part.closest('a')].map((frame) => frame?.getBoundingClientRect());
    const inside = linesOf(part).map((line) => {
      const across = (frame = line) => Math.min(line.right, frame.right) - Math.max(line.left, frame.left);
      const down = (frame = line) => Math.min(line.bottom, frame.bottom) - Math.max(line.top, frame.top);
      const share = Math.min(...frames.flatMap((frame) => [across(frame) / line.width, down(frame) / line.height]));
      return share > 0.85 ? 'seen' : share <= 0 ? 'gone' : 'cut';
    });
    if (inside.includes('cut') || new Set(inside).size > 1) say('partly cut off', part);
  }
  const labels = [...document.querySelectorAll('header nav ul a')].map((tab) => {
    const label = [...tab.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
    return { tab, lines: label && isSeen(tab) ? linesOf(label) : [] };
  });
  for (const [index, { tab, lines }] of labels.entries()) {
    const next = labels[index + 1]?.lines ?? [];
    const gap = Math.min(...next.map(({ left }) => left)) - Math.max(...lines.map(({ right }) => right));
    if (gap < 4) say(`${gap.toFixed(1)} px from the next tab`, tab);
  }
  return found;
}

/** What does not show where the device has colours of its own: buttons without an edge, a choice like the others. */
export async function lostColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(lookAlike);
  await page.emulateMedia({ forcedColors: null });
  return found.map((trouble) => `forced colours: ${trouble}`);
}

/** In the page. */
async function lookAlike(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const found: string[] = [];
  const say = (what: string, element: Element) => found.push(`${what}: ${element.outerHTML.slice(0, 140)}`);
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], .sr-only, nav');
  for (const button of document.querySelectorAll('button, a.rounded-full')) {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(button);
    const hasEdge = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
    // An icon is a picture of what it does.
    if (!hasEdge && button.querySelector('svg') === null && isSeen(button)) say('a button without an edge', button);
  }
  const looks = (element: Element) => {
    const { outline, borderColor, backgroundColor } = getComputedStyle(element);
    return [outline, borderColor, backgroundColor].join();
  };
  for (const chosen of document.querySelectorAll('[aria-current], [aria-pressed=true]')) {
    const entry = chosen.closest('li') ?? chosen;
    const beside = entry.nextElementSibling ?? entry.previousElementSibling;
    const other = beside?.matches(chosen.tagName) ? beside : beside?.querySelector(chosen.tagName);
    if (other && looks(other) === looks(chosen)) say('chosen, and like the others', chosen);
  }
  return found;
}

/** What has too little contrast in the theme that is on: placeholders, edges of what one writes, chooses or counts in. */
export async function fadedEdges(page: Page): Promise<string[]> {
  return page.evaluate(measureContrast);
}

/** In the page. */
function measureContrast(): string[] {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const shown = (colour: string): number[] => {
    if (!paint) throw new Error('no canvas');
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = shown(colour)
      .slice(0, 3)
      .map((value) => value / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const ground = (element: Element | null): string => {
    if (!element) return getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '#000' : '#fff';
    const { backgroundColor } = getComputedStyle(element);
    return shown(backgroundColor)[3] === 255 ? backgroundColor : ground(element.parentElement);
  };
  const found: string[] = [];
  const controls = 'input:not([type=radio], [type=checkbox], [type=file]), select, textarea, main [role=group]';
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert], .sr-only')) continue;
    const { borderTopWidth, borderTopColor } = getComputedStyle(control);
    const edge = borderTopWidth === '0px' ? 1 : contrast(borderTopColor, ground(control.parentElement));
    if (edge < 3) found.push(`an edge of ${edge.toFixed(2)}: ${control.outerHTML.slice(0, 120)}`);
    if (!control.getAttribute('placeholder')) continue;
    const text = contrast(getComputedStyle(control, '::placeholder').color, ground(control));
    if (text < 4.5) found.push(`a placeholder of ${text.toFixed(2)}: ${control.outerHTML.slice(0, 120)}`);
  }
  return found;
}

/** In a dialog that has just opened: what is not in sight of its name and its way out. */
export async function hiddenAtOpening(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) return [];
  await dialog.locator('h1, h2').first().waitFor();
  return dialog.evaluate((box) => {
    const [close, title] = [box.querySelector('button'), box.querySelector('h1, h2')];
    return Object.entries({ close, title }).flatMap(([name, element]) => {
      const { top = -1, bottom = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
      const isInSight = height > 0 && top >= box.getBoundingClientRect().top && bottom <= innerHeight;
      return isInSight ? [] : [`its ${name} is at ${Math.round(top)}–${Math.round(bottom)} of ${innerHeight}`];
    });
  });
}
