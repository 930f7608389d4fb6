import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { rows } from '#core/contract/index.ts';
import { generalLimits } from '#server/kit/limits/limits.ts';
import type { StartedShop } from '../started-shop.ts';
import { ask } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const MINUTE = 60_000;
const AT_ONCE = 10;
/** Of the minute that is counted, in ms: what both halves of the attack take on a busy machine. */
const NEEDED = 45_000;
const { max } = generalLimits.requests;

interface Spelling {
  method: string;
  path: string;
}

export const attack: Attack = {
  promise: 'however the address of a call or page is written, the same limit counts it',
  env: BEHIND_PROXY,
  async run(shop) {
    const all = spellings(new URL(shop.origin).host);
    const passed = await inOneMinute(async () => {
      await send(shop, Array(max).fill({ method: 'GET', path: '/api/categories' }), '203.0.113.1');
      return send(shop, all, '203.0.113.1');
    });
    must(passed.length === 0, `beyond the limit these were answered: ${passed.slice(0, 5).join(', ')}`);
    const reading = all.filter(({ method }) => method === 'GET');
    const counted = await inOneMinute(() => send(shop, [...reading, ...reading].slice(0, 2 * max), '203.0.113.2'));
    must(counted.length <= max, `${counted.length} spellings were answered, and the limit is ${max}`);
    return `${all.length} spellings refused beyond the limit; of ${2 * max} others the first ${counted.length} answered`;
  },
};

/** Each letter of each address encoded, alone and behind the name of the host. */
function spellings(host: string): Spelling[] {
  const calls = rows.map(([, { method, path }]) => ({ method, path: path.replace(/:\w+/g, () => randomUUID()) }));
  const pages = ['/', '/categories', `/deal/${randomUUID()}`].map((path) => ({ method: 'GET', path }));
  return [...calls, ...pages].flatMap(({ method, path }) => {
    const encoded = [...path].map((letter, at) =>
      letter === '/' ? path : `${path.slice(0, at)}%${letter.charCodeAt(0).toString(16)}${path.slice(at + 1)}`,
    );
    const written = [...new Set(encoded), path];
    return written.flatMap((one) => [one, `http://${host}${one}`]).map((one) => ({ method, path: one }));
  });
}

/** Those that were answered by anything but 429. */
async function send({ origin }: StartedShop, all: readonly Spelling[], address: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const answered: string[] = [];
  const waiting = [...all];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const { status } = await ask(origin, { agent, ...one, headers: from(address) });
      if (status !== 429) answered.push(`${one.method} ${one.path}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return answered;
}

/** Not over the end of a minute, at which the limit begins anew. */
async function inOneMinute<T>(act: () => Promise<T>): Promise<T> {
  const left = MINUTE - (Date.now() % MINUTE);
  if (left < NEEDED) await wait(left + 50);
  const minute = Math.floor(Date.now() / MINUTE);
  const done = await act();
  must(Math.floor(Date.now() / MINUTE) === minute, 'the machine was too busy to try it within a minute');
  return done;
}
