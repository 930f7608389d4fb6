// Starts the built shop the way a stranger does, on an empty folder, and stops it again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { environment, npm, root, say } from './prepare.mjs';

/** Answers what went wrong, or nothing. */
export async function smoke() {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-smoke-'));
  const port = await freePort();
  const env = environment({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DATABASE_URL: '', SEED: 'demo' });
  const [command, ...words] = npm('start');
  const shop = spawn(command, words, { cwd: root, env, stdio: 'inherit', detached: true });
  const ended = new Promise((resolve) => shop.on('exit', (code, signal) => resolve(signal ?? code)));
  try {
    const problem = await visit(`http://127.0.0.1:${port}`, ended);
    shop.kill('SIGTERM');
    const code = await Promise.race([ended, wait(40_000, 'no end within 40 s')]);
    return problem ?? (code === 0 ? undefined : `SIGTERM ended it with ${code}`);
  } finally {
    if (shop.exitCode === null && shop.signalCode === null) process.kill(-shop.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function visit(address, ended) {
  const began = Date.now();
  if (!(await becomesReady(address, ended))) return 'it did not answer /readyz with 200';
  say(`Ready after ${Date.now() - began} ms on an empty folder.`);
  for (const path of ['/healthz', '/', '/api/deals']) {
    const { status } = await fetch(address + path);
    if (status !== 200) return `${path} answered ${status}`;
  }
}

async function becomesReady(address, ended) {
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  for (const deadline = Date.now() + 90_000; Date.now() < deadline && !gone; await wait(100)) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return true;
  }
  return false;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
