/** Walks the journeys in Firefox and in WebKit, or in those named: `node e2e/cross-browser/run.ts WebKit`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import openShop from '#e2e/shop/open-shop.ts';
// @ts-expect-error: plain JavaScript
import { fromSystem, installWithApt } from '#scripts/chromium.mjs';
import { engines } from './engines.ts';
import { journeys } from './journeys.ts';
import { type Page, pageOf } from './page.ts';

type Kind = (typeof engines)[number];
const report = { passed: 0, failed: 0, fallen: [] as string[] };

function fail(what: string, error: unknown): void {
  const reason = String(error);
  report.failed += 1;
  report.fallen.push(`✗ ${what}\n    ${reason.replaceAll('\n', '\n    ')}`);
  console.log(report.fallen.at(-1));
}

/** Installs Debian packages that are missing, where that may be done. */
function isInstalled({ name, needs }: Kind): boolean {
  const missing = () => Object.entries(needs).flatMap(([program, debian]) => (fromSystem([program]) ? [] : [debian]));
  if (missing().length > 0) installWithApt(...missing());
  const rest = missing().join(', ');
  if (rest && process.env.CI) fail(name, `missing Debian packages: ${rest}`);
  else if (rest) console.log(`${name}: skipped, missing Debian packages: ${rest}`);
  return !rest;
}

async function walkAll({ name, open }: Kind): Promise<void> {
  const page = pageOf(await open(), process.env.JOURNEYS_NODE_A ?? '');
  for (const [sentence, journey] of Object.entries(journeys)) {
    const began = Date.now();
    const attempt = async () => {
      await reset(page);
      await journey(page);
      const errors = await page.errors();
      if (errors.length > 0) throw new Error(errors.join('\n'));
    };
    try {
      // A second try, as the journeys in Chromium have.
      await attempt().catch((error: Error) => {
        console.log(`${name}: ${sentence}: retried after ${error}`);
        return attempt();
      });
      report.passed += 1;
      console.log(`✓ ${name}: ${sentence} (${Date.now() - began} ms)`);
    } catch (error) {
      fail(`${name}: ${sentence}`, error);
    }
  }
  await page.close();
}

/** Nobody is signed in, the language is Albanian. */
async function reset(page: Page): Promise<void> {
  await page.oneWindow();
  await page.goto('/');
  await page.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('/?lang=sq');
  await page.errors();
}

const requested = process.argv.slice(2);
const here = engines.filter(({ name }) => requested.length === 0 || requested.includes(name)).filter(isInstalled);
if (here.length > 0) {
  const closeShop = await openShop();
  await Promise.all(here.map((kind) => walkAll(kind).catch((error) => fail(`${kind.name}: starts and ends`, error))));
  await closeShop();
}
mkdirSync('.cache/test', { recursive: true });
writeFileSync('.cache/test/cross-browser.json', JSON.stringify(report));
console.log(`${report.passed} passed, ${report.failed} failed`);
process.exit(report.failed === 0 ? 0 : 1);
