/** Pictures of one page at several widths, put together into one. */
import type { Browser } from '@playwright/test';

export interface Shot {
  /** Of the window it was taken in, in px. */
  width: number;
  png: Buffer;
  /** The share of that size it is shown in. */
  scale: number;
}

const QUALITY = 26;
const GAP_PX = 8;
const styles = `body{margin:0;display:flex;flex-wrap:wrap;gap:${GAP_PX}px}body,figure{margin:0;background:#777;color:#fff;font:12px sans-serif}img{display:block}`;

/** In WebP: `rowPx` is how wide it is. */
export async function sheetOf(browser: Browser, shots: readonly Shot[], rowPx: number): Promise<Buffer> {
  const figures = shots.map(({ width, png, scale }) => {
    const image = `<img width="${width * scale}" src="data:image/png;base64,${png.toString('base64')}">`;
    return `<figure>${image}<figcaption>${width}</figcaption></figure>`;
  });
  const page = await browser.newPage({ viewport: { width: rowPx, height: 100 } });
  await page.setContent(`<style>${styles}</style>${figures.join('')}`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const height = await page.evaluate(() => document.body.scrollHeight);
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width: rowPx, height, scale: 1 };
  const options = { format: 'webp', quality: QUALITY, clip, captureBeyondViewport: true } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await page.context().close();
  return Buffer.from(data, 'base64');
}

/** How wide a sheet is on which these stand side by side. */
export const rowOf = (widths: readonly number[], scale: number) =>
  Math.ceil(widths.reduce((sum, width) => sum + width * scale + GAP_PX, -GAP_PX));
