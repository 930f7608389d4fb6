// `npm test`: everything, on a machine that has nothing but Node 20 and npm. The last line is the sum of all parts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { install } from './install.mjs';
import { build, root, run, say } from './prepare.mjs';
import { smoke } from './smoke.mjs';

const results = join(root, '.cache/test');
const total = { passed: 0, failed: 0 };
const summary = [];

install('all');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

step('lint', () => run('biome', ['check', '--error-on-warnings', '.']) === 0);
step('types', () => run('tsc', ['--noEmit']) === 0);
step('dead code', () => run('knip', []) === 0);
step('build', build);
suite('unit', 'vitest.json', (file) =>
  run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]),
);
step('guards', () => run('node', ['bench/prove.ts', 'sabotage', '--tenth=today', '--green']) === 0);
journeys();
await smokeStart();

for (const line of summary) say(line);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function journeys() {
  const { path, tried } = findChromium();
  if (!path) {
    say(`No Chromium for the browser journeys. Tried:\n${tried.map((line) => `  ${line}`).join('\n')}`);
    say('Install chromium, or name one in CHROMIUM_PATH. `npm run test:unit` needs none.');
    count('journeys', { passed: 0, failed: 1 }, 0);
    return;
  }
  suite('journeys', 'playwright.json', (file) =>
    run('playwright', ['test', '--reporter=list,json'], { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
  );
}

async function smokeStart() {
  const began = Date.now();
  title('smoke start');
  const problem = await smoke();
  if (problem) say(`The smoke start failed: ${problem}.`);
  count('smoke start', problem ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }, began);
}

function step(name, work) {
  const began = Date.now();
  title(name);
  count(name, work() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, began);
}

/** A part that counts its own tests in a file; a part that fails without a failed test counts as one. */
function suite(name, fileName, work) {
  const began = Date.now();
  title(name);
  const file = join(results, fileName);
  const code = work(file);
  const counted = existsSync(file) ? countOf(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  count(name, counted, began);
}

function countOf(report) {
  if (report.stats) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky + skipped };
  }
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
}

function count(name, { passed, failed }, began) {
  total.passed += passed;
  total.failed += failed;
  const seconds = began ? ` in ${((Date.now() - began) / 1000).toFixed(1)} s` : '';
  summary.push(`${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${seconds}`);
}

function title(name) {
  say(`\n── ${name}`);
}
