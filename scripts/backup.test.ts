import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { people } from '#db/world.ts';
import { runScript } from '#test/run-script.ts';
import { dataFolder, start, usedFolder } from '#test/shop-process.ts';

vi.setConfig({ testTimeout: 120_000 });

const run = (script: string, folder: string, words: string[] = []) =>
  runScript(script, { words, env: { DATA_DIR: folder, SEED: 'none' } });

interface Deal {
  expiresAt: string;
}

async function dealsOf(url: string): Promise<Deal[]> {
  return (await fetch(`${url}/api/deals`)).json() as Promise<Deal[]>;
}

test('backup of a running shop, restored into an empty folder, is the same shop', async () => {
  const folder = await usedFolder();
  const shop = await start(folder, { SEED: 'demo' });
  // It is there if share images were rendered already.
  mkdirSync(join(folder, 'media'), { recursive: true });
  writeFileSync(join(folder, 'media/a-400.webp'), 'picture');
  expect(run('backup', folder)).toEqual({ status: 0, said: expect.stringContaining(`${folder}/backups/bukuri-`) });
  const [name = ''] = readdirSync(join(folder, 'backups'));
  const file = join(folder, 'backups', name);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(run('restore', folder, [file, 'bukuri'])).toEqual({
    status: 1,
    said: expect.stringContaining('is running on'),
  });
  const before = await dealsOf(shop.url);
  shop.process.kill('SIGTERM');
  await shop.ended;

  const other = dataFolder();
  expect(run('restore', other, [file])).toEqual({
    status: 0,
    said: expect.stringMatching(/Restored \d+ rows.* and \d+ files/),
  });
  expect(readFileSync(join(other, 'media/a-400.webp'), 'utf8')).toBe('picture');
  const again = await start(other);
  const after = await dealsOf(again.url);
  // Deals may have expired in the meantime.
  const soon = new Date(Date.now() + 60_000).toISOString();
  const lasting = (deals: Deal[]) => deals.filter(({ expiresAt }) => expiresAt > soon);
  expect(lasting(after)).toEqual(lasting(before));
  expect(lasting(after).length).toBeGreaterThan(3);
  const body = JSON.stringify({ username: people.ana.email, password: people.ana.password });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(again.url + accounts.login.path, { method: 'POST', headers, body });
  expect(signedIn.status).toBe(200);
});
