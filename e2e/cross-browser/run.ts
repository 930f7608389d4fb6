/** Walks the journeys in Firefox and in WebKit, or in those named: `node e2e/cross-browser/run.ts WebKit`. */
import { mkdirSync, writeFileSync } from 'node:fs';
// @ts-expect-error: plain JavaScript
import { fromSystem, installWithApt } from '../../scripts/chromium.mjs';
import openShop from '../shop/open-shop.ts';
import { openFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';
import { type Engine, Page, within } from './page.ts';
import { openWebKit } from './webkit.ts';

const engines = [
  { name: 'Firefox', open: openFirefox, needs: { 'firefox-esr': 'firefox-esr' } },
  { name: 'WebKit', open: openWebKit, needs: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' } },
];
const REPORT = '.cache/test/cross-browser.json';
const report = { passed: 0, failed: 0, fallen: [] as string[] };

function fail(what: string, error: unknown): void {
  report.failed += 1;
  report.fallen.push(`✗ ${what}\n    ${(error as Error).message.replaceAll('\n', '\n    ')}`);
  console.log(report.fallen.at(-1));
}

/** Installed packages of Debian; where that may not be done, the engine is left out, though never in CI. */
function isInstalled({ name, needs }: (typeof engines)[number]): boolean {
  const missing = () => Object.entries(needs).filter(([program]) => !fromSystem([program]));
  if (missing().length > 0) installWithApt(...missing().map(([, debian]) => debian));
  const rest = missing().map(([, debian]) => debian);
  if (rest.length === 0) return true;
  const sentence = `needs the Debian packages ${rest.join(' and ')}`;
  if (process.env.CI) fail(name, new Error(sentence));
  else console.log(`${name} is skipped: it ${sentence}.`);
  return false;
}

async function walkAll({ name, open }: (typeof engines)[number]): Promise<void> {
  let engine: Engine;
  try {
    engine = await open();
  } catch (error) {
    return fail(`${name} does not start`, error);
  }
  const page = new Page(engine, process.env.JOURNEYS_NODE_A ?? '');
  for (const [sentence, journey] of Object.entries(journeys)) {
    const began = Date.now();
    try {
      await page.reset();
      await journey(page);
      const errors = await page.errors();
      if (errors.length > 0) throw new Error(errors.join('\n'));
      report.passed += 1;
      console.log(`✓ ${name}: ${sentence} (${Date.now() - began} ms)`);
    } catch (error) {
      fail(`${name}: ${sentence}`, error);
    }
  }
  await within(engine.close(), `close ${name}`).catch((error) => fail(`${name} does not end`, error));
}

const wanted = process.argv.slice(2);
const here = engines.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).filter(isInstalled);
if (here.length > 0) {
  const closeShop = await openShop();
  await Promise.all(here.map(walkAll));
  await closeShop();
}
mkdirSync('.cache/test', { recursive: true });
writeFileSync(REPORT, JSON.stringify(report));
console.log(`${report.passed} passed, ${report.failed} failed`);
process.exit(report.failed === 0 ? 0 : 1);
