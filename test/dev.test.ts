import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyOfTheShop } from './copied-shop.ts';
import { freePort } from './free-port.ts';
import { usedFolder } from './shop-process.ts';

vi.setConfig({ testTimeout: 180_000 });

const SOON = { timeout: 45_000, interval: 100 };

test('development server, file of server or web changed, serves the change', async () => {
  const folder = copyOfTheShop('bukuri');
  const shop = await startDev(folder);
  const shows = async (path: string, word: string) => (await shop.get(path)).includes(word);
  expect(await shows('/cart', 'Shporta |')).toBe(true);

  change(folder, 'core/i18n/sq/shopping.ts', "'cart.title': 'Shporta'", "'cart.title': 'Trasta'");
  change(folder, 'server/kit/http/openapi.ts', 'The calls of the marketplace.', 'Every call of the marketplace.');
  await expect.poll(() => shows('/api/openapi.json', 'Every call of'), SOON).toBe(true);
  await expect.poll(() => shows('/cart', 'Trasta |'), SOON).toBe(true);
  change(folder, 'web/pages/cart.page.tsx', 'text-3xl', 'text-3xl changed-here');
  await expect.poll(() => shows('/cart', 'changed-here'), SOON).toBe(true);
  change(folder, 'server/kit/http/openapi.ts', 'Every call of the marketplace.', 'All calls of the marketplace.');
  await expect.poll(() => shows('/api/openapi.json', 'All calls of'), SOON).toBe(true);

  shop.process.kill('SIGTERM');
  expect(await shop.ended).toBe(0);
});

async function startDev(folder: string) {
  const port = await freePort();
  const data = { DATA_DIR: await usedFolder(), SEED: 'none' };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), HOST: '127.0.0.1', ...data };
  const child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: folder, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  onTestFinished(() => void child.kill('SIGKILL'));
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (answer) => answer.text(),
      () => '',
    );
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  for (const deadline = Date.now() + 60_000; !(await get('/readyz')).includes('ready'); await wait(100)) {
    if (Date.now() > deadline) throw new Error(`the development server did not start:\n${said}`);
  }
  return { process: child, get, ended };
}

/** As many editors, `sed -i` and git do it: another file takes the name. */
function change(folder: string, path: string, before: string, after: string): void {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(before);
  writeFileSync(`${file}~`, text.replace(before, after));
  renameSync(`${file}~`, file);
}
