import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyOfTheShop } from '#test/copied-shop.ts';
import { freePort } from '#test/free-port.ts';

vi.setConfig({ testTimeout: 120_000 });

test('the shop starts in a folder whose name has a space and an ë', async () => {
  const folder = copyOfTheShop('bukuri për ne');
  const port = await freePort();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), HOST: '127.0.0.1' };
  const shop = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env });
  onTestFinished(() => void shop.kill('SIGKILL'));
  let said = '';
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (said += chunk));
  while (!said.includes('open at') && shop.exitCode === null) await wait(50);
  expect(said).toContain(`Making the database in ${join(folder, 'data')}`);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Bukuri');
  const ended = new Promise((resolve) => shop.on('exit', resolve));
  shop.kill('SIGTERM');
  expect(await ended).toBe(0);
});
