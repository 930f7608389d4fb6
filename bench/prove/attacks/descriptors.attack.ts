import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { StartedShop } from '../started-shop.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const FREE = 20;
const SOCKETS = 300;
const ROUNDS = 5;
/** So many ask for a file at once, each over a connection of its own. */
const BURST = 40;
const PATHS = ['/', '/api/deals', '/api/auth/me', '/favicon.svg', '/api/categories'];

export const attack: Attack = {
  promise: 'a process without free descriptors goes on, and answers once there are some again',
  env: { RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'warn' },
  async run(shop) {
    const { child, origin } = shop;
    const { text } = await ask(`${origin}/`);
    const scripts = [...text.matchAll(/\/assets\/[^"]+\.js/g)].map(([path]) => path);
    must(scripts.length > 0, 'home names no scripts');
    const inUse = () => readdirSync(`/proc/${child.pid}/fd`).length;
    execFileSync('prlimit', [`--pid=${child.pid}`, `--nofile=${inUse() + FREE}`]);
    const during: number[] = [];
    let most = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // One connection is there already: what it asks finds no descriptor for a file or the database.
      const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => open(origin)));
      await wait(300);
      most = Math.max(most, inUse());
      during.push(...(await Promise.all(PATHS.map((path) => statusOf(origin + path)))));
      for (const socket of sockets) socket.destroy();
      await answersAgain(shop);
      const burst = Array.from({ length: BURST }, (_, n) => statusOf(origin + scripts[n % scripts.length]));
      during.push(...(await Promise.all(burst)));
      await answersAgain(shop);
    }
    const after = await Promise.all(PATHS.map((path) => statusOf(origin + path)));
    must(!during.includes(404), 'a file that is there was called missing');
    must(child.exitCode === null, 'the process ended');
    must(!/"level":"fatal"/.test(shop.output()), 'the process wanted to end');
    return `${ROUNDS} × ${SOCKETS} connections to a process with ${FREE} descriptors left (${most} in use): ${counted(during)} meanwhile (0 is no answer), ${counted(after)} afterwards`;
  },
};

/** Whether it was let in or not. */
function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });
}

const statusOf = (url: string) =>
  Promise.race([
    ask(url).then(
      ({ status }) => status,
      () => 0,
    ),
    wait(2_000, 0),
  ]);

async function answersAgain({ origin }: StartedShop): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await wait(50)) {
    const statuses = await Promise.all(['/readyz', '/', '/favicon.svg'].map((path) => statusOf(origin + path)));
    if (statuses.every((status) => status === 200)) return;
  }
  throw new Error('it did not answer again within ten seconds');
}
