/** One server process of the shop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/main.mjs', import.meta.url));
const START_MS = 30_000;

export interface NodeOptions {
  databaseUrl: string;
  publicUrl: string;
  port: number;
  role: 'all' | 'web';
  /** What else it is configured with. */
  more?: Record<string, string>;
}

/** Resolves when it is ready to serve. */
export async function startNode({ databaseUrl, publicUrl, port, role, more }: NodeOptions): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: publicUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      ROLE: role,
      SEED: 'demo',
      LOG_LEVEL: 'error',
      RATE_LIMIT_SCALE: '1000',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
    });
  }
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && child.exitCode === null; await wait(50)) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) {
      child.once('exit', (code, signal) => {
        if (code !== 0) process.stderr.write(`A node of the shop ended (${signal ?? code}), and had said:\n${said}\n`);
      });
      return child;
    }
  }
  child.kill('SIGKILL');
  throw new Error(`a node of the shop did not start:\n${said}`);
}

export async function stopNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}
