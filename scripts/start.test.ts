import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyOfTheShop } from '#test/copied-shop.ts';
import { freePort } from '#test/free-port.ts';

vi.setConfig({ testTimeout: 120_000 });

const { PATH, HOME } = process.env;

test('npm start in a folder with a space and a letter ë, serves the demo shop until SIGTERM', async () => {
  const folder = copyOfTheShop('bukuri për ne');
  const port = await freePort();
  const shop = spawn('npm', ['start'], { cwd: folder, env: { PATH, HOME, PORT: String(port), HOST: '127.0.0.1' } });
  onTestFinished(() => void shop.kill('SIGKILL'));
  const ended = once(shop, 'exit');
  let output = '';
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += chunk));
  while (!output.includes('open at') && shop.exitCode === null) await wait(50);
  expect(output).toContain(`Making the database in ${join(folder, 'data')}`);
  for (const path of ['/readyz', '/healthz', '/', '/api/deals']) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
  }
  shop.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

/** A fake npm that records its arguments and installs a fake Node. */
const fakeNpm = (node: string) => `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('calls', process.argv.slice(2).filter((word) => !/fetch|loglevel/.test(word)).join(' ') + '\\n');
  mkdirSync('node_modules/.bin', { recursive: true });
  if (process.argv.includes('--include=dev')) mkdirSync('node_modules/vitest', { recursive: true });
  writeFileSync('node_modules/.bin/node', ${JSON.stringify(`#!/bin/sh\n${node}\n`)}, { mode: 0o755 });`;

/** A clone without installed packages. */
function freshClone(npm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['scripts', 'package-lock.json']) cpSync(part, join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'npm.js'), npm);
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'calls'), '');
  const run = async (words: string[]) => {
    const env = { PATH, HOME, npm_execpath: join(folder, 'npm.js') };
    const child = spawn(process.execPath, words, { cwd: folder, env });
    const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'close');
    return { code, output: (await outputs).join('') };
  };
  const install = (kind: string) => run(['scripts/with.mjs', kind, 'true']);
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  const has = (path: string) => existsSync(join(folder, path));
  return { folder, run, install, calls, has };
}

test('installation, runs once per lockfile and kind, and keeps development dependencies', async () => {
  const { folder, install, calls } = freshClone(fakeNpm('echo v26'));
  for (const kind of ['shop', 'shop', 'all', 'all', 'shop']) expect((await install(kind)).code).toBe(0);
  appendFileSync(join(folder, 'package-lock.json'), ' ');
  await install('shop');
  expect(calls()).toEqual(['ci --omit=dev', 'ci --include=dev', 'ci --include=dev']);
});

test('npm ci fails, retries from the cache and exits with an error', async () => {
  const { install, calls, has } = freshClone(`${fakeNpm('echo v26')} process.exit(1)`);
  expect(await install('shop')).toEqual({ code: 1, output: expect.stringContaining('npm ci failed, see above.') });
  expect(calls()).toEqual(['ci --omit=dev', 'ci --omit=dev --offline']);
  expect(has('node_modules/.installed')).toBe(false);
});

test('installed Node lacks a library, exits with the reason and does not count as installed', async () => {
  const { install, has } = freshClone(fakeNpm('echo libatomic.so.1: cannot open >&2; exit 127'));
  const error = 'does not run here: libatomic.so.1: cannot open (it needs glibc; Debian: apt-get install libatomic1)';
  expect(await install('shop')).toEqual({ code: 1, output: expect.stringContaining(error) });
  expect(has('node_modules/.installed')).toBe(false);
});

test('Node 18, every entry script exits with one sentence', async () => {
  const { folder, run, has } = freshClone('');
  const node18 = join(folder, 'node18.mjs');
  writeFileSync(
    node18,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })',
  );
  const output = 'Bukuri needs Node 20 or newer to begin with; this is 18.20.8.\n';
  for (const name of ['start', 'test', 'dev', 'build', 'with']) {
    expect(await run(['--import', node18, `scripts/${name}.mjs`]), name).toEqual({ code: 1, output });
  }
  expect(has('node_modules')).toBe(false);
});
