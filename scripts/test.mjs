// `npm test`: on a machine that has nothing but Node 20 and npm. The last line is the sum of all parts.
// `--strict` does not retry failed journeys.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.mjs';
import { build, environment, install, root, say } from './prepare.mjs';
import { readPlaywright, readVitest } from './test-reports.mjs';

const { values: wish } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });
const results = join(root, '.cache/test');
const total = { passed: 0, failed: 0 };
const summary = [];
/** What fell and why, said again at the end, where whoever has only the last lines finds it. */
const fallen = [];

install('all');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

await part('build', async () => oneIf(build()));
// Unit tests wait for a fifth of their time: what asks nothing of them is done meanwhile, one after the other.
await Promise.all([part('unit', unit), besideUnit()]);
// They and journeys fill two cores each: side by side they end no sooner, and every patience is tried twice as hard.
await part('journeys', journeys);
await part('cross-browser', crossBrowser);

for (const line of [...fallen, ...summary]) say(line);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** Runs a part and counts what it answers: how many passed and failed. */
async function part(name, work) {
  const began = Date.now();
  const { passed, failed, note = '' } = await work(name);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const line = `${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${note} in ${seconds} s`;
  summary.push(line);
  say(line);
}

async function besideUnit() {
  await part('lint', (name) => check(name, 'biome', ['check', '--error-on-warnings', '.']));
  // Each checker more checks a part of the same types again; the other core is taken.
  await part('types', (name) => check(name, 'tsc', ['--noEmit', '--singleThreaded']));
  await part('dead code', (name) => check(name, 'knip', []));
}

async function unit(name) {
  const file = join(results, 'vitest.json');
  const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await ended(name, 'vitest', words);
  return counted(code, file, readVitest);
}

async function journeys(name) {
  const { path, tried } = findChromium();
  if (!path) {
    say(`No Chromium for the browser journeys. Tried:\n${tried.map((line) => `  ${line}`).join('\n')}`);
    say('Install chromium, or name one in CHROMIUM_PATH. `npm run test:unit` needs none.');
    return oneIf(false);
  }
  const file = join(results, 'playwright.json');
  const words = ['test', '--reporter=list,json', `--retries=${wish.strict ? 0 : 1}`];
  const env = { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await ended(name, 'playwright', words, env);
  return counted(code, file, readPlaywright);
}

/** In Firefox and WebKit. */
async function crossBrowser(name) {
  const code = await ended(name, 'node', ['e2e/cross-browser/run.ts']);
  return counted(code, join(results, 'cross-browser.json'), (report) => report);
}

/** A program that counts as one. */
async function check(name, command, words) {
  return oneIf((await ended(name, command, words)) === 0);
}

function oneIf(isGood) {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** What a program counted in a file; one that fails without a failed test counts as one. */
function counted(code, file, read) {
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, fallen: [] };
  fallen.push(...report.fallen);
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report;
}

/** Runs to the end; every line it says is shown with the name of its part, since several run at once. */
function ended(name, command, words, more = {}) {
  const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment(more) });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => say(`${name} │ ${line}`));
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      say(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', resolve);
  });
}
