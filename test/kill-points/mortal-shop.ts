/** The shop as a real process, requests and jobs, that ends like by `kill -9` where it is told to and is opened again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { KillPoint } from '#server/kit/kill-points.ts';
import type { OutsideParty } from './outside-party.ts';

const MAIN = fileURLToPath(new URL('../../server/main.mjs', import.meta.url));
const END_THERE = new URL('./end-there.ts', import.meta.url).href;
const START_MS = 60_000;
const END_MS = 15_000;

export interface MortalShop {
  /** Opens it, again at the same address. */
  open(): Promise<void>;
  /** It ends where it passes this point next; by another hand now where none is given. */
  endAt(point: KillPoint | null): Promise<void>;
  /** Throws when it did not end there. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

export function mortalShop(options: { databaseUrl: string; port: number; provider: OutsideParty }): MortalShop {
  let child: ChildProcess | undefined;
  let said = '';
  const running = () => {
    if (!child) throw new Error('the shop is not open');
    return child;
  };
  return {
    async open() {
      said = '';
      child = launch(options);
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
      const deadline = AbortSignal.timeout(START_MS);
      while (!said.includes('open at')) {
        const more = child.stdout ? once(child.stdout, 'data', { signal: deadline }) : null;
        await Promise.race([more, once(child, 'exit')]).catch(() => {});
        if (child.exitCode !== null || deadline.aborted) throw new Error(`the shop did not open:\n${said}`);
      }
    },
    async endAt(point) {
      const told = running();
      if (point === null) {
        told.kill('SIGKILL');
        return;
      }
      const heard = once(told, 'message');
      told.send(point);
      await heard;
    },
    async ended() {
      const ending = running();
      const isOver = () => ending.exitCode !== null || ending.signalCode !== null;
      if (!isOver()) await once(ending, 'exit', { signal: AbortSignal.timeout(END_MS) }).catch(() => {});
      if (ending.signalCode !== 'SIGKILL') throw new Error(`the shop did not end there, and had said:\n${said}`);
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function launch({ databaseUrl, port, provider }: Parameters<typeof mortalShop>[0]): ChildProcess {
  return spawn(process.execPath, ['--import', END_THERE, MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      SEED: 'none',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100000',
      EXCHANGE_RATE_ALL_PER_USD: '95.4',
      ...provider.keys,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}
