/** The demo shop as a stranger runs it, in a process of its own on a folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { SERVER } from '#scripts/prepare.mjs';
import { freePort } from '#test/free-port.ts';

export interface DemoShop {
  address: string;
  /** From the start of the process to the first 200. */
  startMs: number;
  /** Resident memory of the Node process, in bytes. */
  memory: () => number;
  stop: () => Promise<void>;
}

export const startDemoShop = (folder: string): Promise<DemoShop> => startProcess(SERVER, { DATA_DIR: folder });

/** Runs Node with these arguments until it answers `/` with 200. */
export async function startProcess(words: string[], variables: Record<string, string>): Promise<DemoShop> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      ...variables,
      RATE_LIMIT_SCALE: '100000',
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  await firstAnswer(`${address}/`, 60_000);
  const startMs = performance.now() - began;
  return {
    address,
    startMs,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** One on a folder of its own; both go when `opened` is disposed of. */
export async function openDemoShop(opened: AsyncDisposableStack): Promise<{ shop: DemoShop; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-bench-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const shop = await startDemoShop(folder);
  opened.defer(shop.stop);
  return { shop, folder };
}

/** Waits until the address answers 200; rejects after `most` ms. */
export async function firstAnswer(address: string, most: number): Promise<void> {
  for (const end = performance.now() + most; performance.now() < end; await wait(15)) {
    const status = await fetch(address).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
  }
  throw new Error(`${address} did not answer 200 within ${most} ms`);
}
