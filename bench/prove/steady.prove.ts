/** `npm run prove -- steady --times=10` runs `npm test` that often, without second tries, while every core is busy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { howMany } from './asked.ts';

export const promise = '`npm test` is green ten times in a row while other processes keep every core busy';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { times: { type: 'string', default: '10' } } });
  const times = howMany(values.times);
  const busy = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;) {}']));
  try {
    for (let time = 1; time <= times; time++) await testOnce(time);
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

async function testOnce(time: number): Promise<void> {
  const began = performance.now();
  const { code, said } = await ended(
    spawn('npm', ['test', '--', '--strict'], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`run ${time}: ${said.trimEnd().split('\n').at(-1)}, in ${seconds} s`);
  if (code === 0) return;
  console.log(said);
  throw new Error(`run ${time} was not green`);
}

function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}
