// Finds a Chromium that really starts, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, node, root, run, say } from './prepare.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** The path of a Chromium, or what was tried in vain. */
export function findChromium() {
  const tried = [];
  for (const [what, look] of ways) {
    const path = look();
    if (path && starts(path)) return { path, tried };
    tried.push(path ? `${what}: ${path} does not start` : `${what}: none`);
  }
  return { path: null, tried };
}

const ways = [
  ['CHROMIUM_PATH', () => process.env.CHROMIUM_PATH],
  ['the system', fromSystem],
  ["Playwright's own", fromPlaywright],
  ['npx playwright install chromium', installWithPlaywright],
  ['apt-get install chromium', installWithApt],
];

function fromSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
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

function installWithApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  say('Installing Chromium with apt-get …');
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], quiet);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  return fromSystem();
}

function starts(path) {
  const words = [...FLAGS, '--dump-dom', 'data:text/html,<p>alive</p>'];
  const { stdout } = spawnSync(path, words, { encoding: 'utf8', timeout: 60_000 });
  return stdout?.includes('alive') ?? false;
}
