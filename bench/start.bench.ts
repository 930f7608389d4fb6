import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { SERVER } from '#scripts/prepare.mjs';
import { freePort } from '#test/free-port.ts';
import { firstAnswer, startDemoShop, startProcess } from './demo-shop.ts';
import { type Figure, median, type Part } from './report.ts';
import { openScratch } from './scratch.ts';

const MB = 1024 * 1024;
const BARE = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

/** How soon the shop stands: from a fresh clone, from an empty folder, on a folder that was used; and its memory. */
export const start: Part = {
  name: 'start',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bukuri-bench-'));
    try {
      const empty = await startDemoShop(folder);
      await empty.stop();
      const again: number[] = [];
      for (let time = 0; time < 5; time++) {
        const shop = await startDemoShop(folder);
        again.push(shop.startMs);
        await shop.stop();
      }
      return [
        { what: 'server start to first 200, empty folder (demo shop made)', value: seconds(empty.startMs) },
        limited('server start to first 200, used folder (median of 5)', median(again), 1500),
        ...(await againstBare()),
        ...(await memory(folder)),
        limited('fresh clone and npm start to first 200', await freshClone(), 120_000),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Both with a database that runs already. */
async function againstBare(): Promise<Figure[]> {
  await using opened = new AsyncDisposableStack();
  const scratch = await openScratch();
  opened.defer(scratch.stop);
  const DATABASE_URL = await scratch.withDeals(1000);
  const taken = { shop: [] as number[], bare: [] as number[] };
  for (let time = 0; time < 9; time++) {
    for (const [who, words] of [
      ['shop', SERVER],
      ['bare', [BARE]],
    ] as const) {
      const server = await startProcess(words, { DATABASE_URL, SEED: 'none' });
      taken[who].push(server.startMs);
      await server.stop();
    }
  }
  const [shop, bare] = [median(taken.shop), median(taken.bare)];
  const budget = `<= 3 of a bare Fastify + pg (${seconds(bare)})`;
  const what = 'server start to first 200, running database';
  return [{ what, value: seconds(shop), ratio: shop / bare, budget, isOk: shop <= 3 * bare }];
}

async function memory(folder: string): Promise<Figure[]> {
  const shop = await startDemoShop(folder);
  await wait(5000);
  const idle = shop.memory();
  await autocannon({ url: shop.address, connections: 32, duration: 10 });
  await wait(1000);
  const loaded = shop.memory();
  await shop.stop();
  return [
    { what: 'memory of the Node process, idle', value: mib(idle), budget: '<= 150 MiB', isOk: idle <= 150 * MB },
    { what: 'memory after 10 s of load', value: mib(loaded), budget: '<= 170 MiB', isOk: loaded <= 170 * MB },
  ];
}

/** Clones what is committed, without modules, build or data, and starts it the documented way. */
async function freshClone(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-clone-'));
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
  const port = await freePort();
  const began = performance.now();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1' };
  const child = spawn('npm', ['start'], { cwd: folder, env, stdio: 'ignore', detached: true });
  const exit = once(child, 'exit');
  await firstAnswer(`http://127.0.0.1:${port}/`, 300_000);
  const took = performance.now() - began;
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  await exit;
  await wait(1000);
  rmSync(folder, { recursive: true, force: true });
  return took;
}

const mib = (bytes: number) => `${(bytes / MB).toFixed(0)} MiB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

function limited(what: string, value: number, most: number): Figure {
  return { what, value: seconds(value), budget: `<= ${seconds(most)}`, isOk: value <= most };
}
