import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const SECONDS = 6;
const WAVES = [
  { sockets: 15, ahead: 900 },
  { sockets: 200, ahead: 20 },
];

export const attack: Attack = {
  promise: 'requests sent ahead of answers that nobody reads cost little, and keep nobody waiting',
  env: { RATE_LIMIT_SCALE: '1000' },
  async run({ origin, child }) {
    const script = /\/assets\/vendor-[^"]+\.js/.exec((await ask(origin)).text)?.[0] ?? '';
    must(script !== '', 'the page names no script');
    const openFiles = () => readdirSync(`/proc/${child.pid}/fd`).length;
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    const figures: string[] = [];
    for (const { sockets, ahead } of WAVES) {
      const [files, megabytes] = [openFiles(), memory()];
      const opened = Array.from({ length: sockets }, () => sayUnread(origin, script, ahead));
      const [most, slowest] = [{ files: 0, megabytes: 0 }, { ms: 0 }];
      for (const until = Date.now() + SECONDS * 1000; Date.now() < until; await wait(100)) {
        const { status, ms } = await ask(`${origin}/favicon.svg`);
        must(status === 200, `meanwhile others get ${status}`);
        slowest.ms = Math.max(slowest.ms, ms);
        most.files = Math.max(most.files, openFiles() - files);
        most.megabytes = Math.max(most.megabytes, memory() - megabytes);
      }
      for (const socket of opened) socket.destroy();
      await wait(1000);
      const left = openFiles() - files;
      const said = `${sockets} × ${ahead} requests: at most ${most.files} more descriptors (${left} afterwards) and ${most.megabytes.toFixed(0)} MB, another visitor waited ${slowest.ms.toFixed(0)} ms`;
      must(most.files <= 2 * sockets + 20 && left < 20 && most.megabytes < 200 && slowest.ms < 2000, said);
      figures.push(said);
    }
    return figures.join('; ');
  },
};

function sayUnread(origin: string, path: string, times: number): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(times));
  return socket;
}
