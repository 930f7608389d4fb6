import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { browserFlags, findBrowser } from './browser.ts';
import { openDemoShop } from './demo-shop.ts';
import type { Figure, Part } from './report.ts';

const KB = 1024;
/** Asked this often, a page is packed as densely as it gets. */
const VISITS = 6;

/** What a phone downloads for its first view of home, as counted by Chromium on the wire. */
export const weight: Part = {
  name: 'weight',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const { shop } = await openDemoShop(opened);
    const first = await htmlBytes(shop.address);
    for (let visit = 0; visit < VISITS; visit++) await htmlBytes(shop.address);
    await wait(500);
    const popular = await htmlBytes(shop.address);
    const loaded = await firstView(shop.address);
    return [
      limited('HTML with its styles, brotli, first visitors', first, 14 * KB),
      limited('HTML with its styles, brotli, a page asked for often', popular, 14 * KB),
      limited('JavaScript of the first view of home, brotli', loaded.script, 100 * KB),
      { what: 'JavaScript that is loaded when idle, brotli', value: size(loaded.later) },
      limited('pictures of the first view of home at 390x844', loaded.image, 60 * KB),
      { what: 'fonts of the first view of home', value: size(loaded.font) },
      { what: 'requests of the first view of home', value: String(loaded.requests) },
    ];
  },
};

async function htmlBytes(address: string): Promise<number> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

async function firstView(address: string) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'sq-AL' });
  const sum = { script: 0, later: 0, image: 0, font: 0, requests: 0 };
  /** Scripts that the HTML names are those of the first view. */
  let html = '';
  page.on('requestfinished', async (request) => {
    const kind = request.resourceType();
    const { responseBodySize } = await request.sizes();
    sum.requests += 1;
    if (kind === 'script' && !html.includes(new URL(request.url()).pathname)) sum.later += responseBodySize;
    else if (kind === 'script' || kind === 'image' || kind === 'font') sum[kind] += responseBodySize;
  });
  html = await (await fetch(address)).text();
  await page.goto(address, { waitUntil: 'networkidle' });
  await wait(300);
  await browser.close();
  return sum;
}

const size = (bytes: number) => `${bytes} bytes`;

function limited(what: string, bytes: number, most: number): Figure {
  return { what, value: size(bytes), budget: `<= ${most} bytes`, isOk: bytes > 0 && bytes <= most };
}
