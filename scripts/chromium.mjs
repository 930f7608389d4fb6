// Finds a Chromium that really starts, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installedBrowser, installFromRegistry } from './chromium-package.mjs';
import { environment, node, root, run, say } from './prepare.mjs';

/** Chromium without a screen takes half as long for the same pages. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium, or what was tried in vain. */
export function findChromium() {
  const tried = [];
  for (const [what, look] of ways) {
    const path = look();
    const problem = path && whyItDoesNotStart(path);
    if (path && !problem) return { path, tried };
    tried.push(path ? `${what}: ${path} does not start (${problem})` : `${what}: none`);
  }
  return { path: null, tried };
}

const ways = [
  ['CHROMIUM_PATH', () => process.env.CHROMIUM_PATH],
  [`the system's ${SHELL}`, () => fromSystem([SHELL])],
  [`apt-get install ${SHELL}`, () => installWithApt(SHELL)],
  ['the system', () => fromSystem(NAMES)],
  ["Playwright's own", fromPlaywright],
  ['.cache/browser', installedBrowser],
  ['the package registry', installFromRegistry],
  ['npx playwright install chromium', installWithPlaywright],
  ['apt-get install chromium', () => installWithApt('chromium')],
];

export function fromSystem(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

function fromPlaywright() {
  const script = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
  const { stdout } = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8', env: environment() });
  return existsSync(stdout) ? stdout : undefined;
}

function installWithPlaywright() {
  say('Installing Chromium with Playwright …');
  const limits = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  run(node, [cli, 'install', 'chromium'], limits, { timeout: 240_000 });
  return fromPlaywright();
}

/** Where whoever tests may do so. */
export function installWithApt(...names) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  say(`Installing ${names.join(', ')} with apt-get …`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], quiet);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
  return fromSystem(names);
}

/** Opens a page as the journeys will: not every Chromium knows the switches that print one. */
function whyItDoesNotStart(path) {
  const options = JSON.stringify({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'], timeout: 60_000 });
  const script = `
    const { chromium } = require('@playwright/test');
    chromium.launch(${options}).then(async (browser) => {
      const page = await browser.newPage();
      await page.setContent('<p>alive</p>');
      process.stdout.write(await page.innerText('p'));
      await browser.close();
    }).catch(({ message }) => {
      process.stdout.write(/error while loading.*/.exec(message)?.[0] ?? message.split('\\n')[0]);
      process.exit(1);
    });`;
  const all = { cwd: root, encoding: 'utf8', env: environment(), timeout: 90_000 };
  const { stdout, error } = spawnSync(node, ['-e', script], all);
  return stdout === 'alive' ? undefined : stdout || String(error?.message);
}
