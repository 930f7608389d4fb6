/** The shop as a real process, for tests of its life and death. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { passingFolder } from './passing-folder.ts';
import { postgresOf } from './postgres-of.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface ShopProcess {
  process: ChildProcess;
  /** Where it listens. */
  url: string;
  /** Everything it has said so far. */
  output: () => string;
  /** Its exit code or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** A folder that is gone after the test, with every PostgreSQL that was left running in it. */
export function dataFolder(): string {
  const folder = passingFolder('bukuri-life');
  onTestFinished(() => {
    killPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A copy of a folder in which a shop was open before: most of a first start goes into making the database. */
export async function usedFolder(): Promise<string> {
  const folder = dataFolder();
  execFileSync('cp', ['-a', `${await openedOnce()}/.`, folder]);
  return folder;
}

/** Whichever file of a run asks first opens it; the others wait. */
async function openedOnce(): Promise<string> {
  const place = inject('used');
  const [folder, complete] = [join(place, 'shop'), join(place, 'complete')];
  if (isFirst(folder)) {
    const shop = await start(folder);
    shop.process.kill('SIGTERM');
    await shop.ended;
    writeFileSync(complete, '');
  }
  for (const deadline = Date.now() + 60_000; !existsSync(complete); await wait(50)) {
    if (Date.now() > deadline) throw new Error(`no shop was opened in ${folder}`);
  }
  return folder;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (!String(error).includes('EEXIST')) throw error;
    return false;
  }
}

/** Starts the shop without waiting for it. */
export function launch(folder: string, env: Record<string, string> = {}): Omit<ShopProcess, 'url'> {
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    detached: true,
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', SEED: 'none', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { process: child, output: () => said, ended };
}

/** Starts the shop and waits until it is ready. */
export function start(folder: string, env?: Record<string, string>): Promise<ShopProcess> {
  return opened(launch(folder, env));
}

/** The shop that was launched, once it is ready. */
export async function opened(shop: Omit<ShopProcess, 'url'>): Promise<ShopProcess> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(20)) {
    const url = /open at (http:\S+)/.exec(shop.output())?.[1];
    if (url && (await fetch(`${url}/readyz`)).status === 200) return { ...shop, url };
    if (shop.process.exitCode !== null) break;
  }
  throw new Error(`the shop did not start:\n${shop.output()}`);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function killPostgres(folder: string): void {
  try {
    process.kill(postgresOf(folder).pid, 'SIGKILL');
  } catch (error) {
    if (!/ENOENT|ESRCH/.test(String(error))) throw error;
  }
}
