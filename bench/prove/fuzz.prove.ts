/** `npm run prove -- fuzz --requests=100000` sends so many requests, made from the shapes of all calls, half of them spoiled. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { rows } from '#core/contract/index.ts';
import { howMany } from './asked.ts';

export const promise = 'no request made of our own shapes, good or spoiled, makes the shop fail';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { requests: { type: 'string', default: '100000' } } });
  const runs = Math.ceil(howMany(values.requests) / rows.length);
  const began = performance.now();
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: String(runs) },
  });
  const [code] = await once(child, 'exit');
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${(runs * rows.length).toLocaleString('en')} requests to ${rows.length} calls in ${seconds} s`);
  if (code !== 0) throw new Error('some request made the shop fail');
}
