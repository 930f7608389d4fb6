/**
 * `npm run prove -- attacks --only=guesses,junk` tries two of the attacks of `attacks/`, each on a shop of its own with its usual
 * limits; without names all of them.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Attack } from './attacks/attack.ts';
import { startShop } from './started-shop.ts';

const folder = new URL('./attacks/', import.meta.url);
const ENDING = '.attack.ts';

export const promise = 'what strangers try against a started shop does not succeed';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } });
  const all = readdirSync(folder).flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []));
  const failed: string[] = [];
  for (const name of values.only?.split(',') ?? all.sort()) {
    const { attack }: { attack: Attack } = await import(new URL(name + ENDING, folder).href);
    const outcome = await attempt(attack).catch((error: Error) => {
      failed.push(name);
      return `✗ ${error.message}`;
    });
    console.log(`${name}: ${attack.promise}: ${outcome}`);
  }
  if (failed.length > 0) throw new Error(`succeeded: ${failed.join(', ')}`);
}

async function attempt({ env, run }: Attack): Promise<string> {
  await using opened = new AsyncDisposableStack();
  return await run(await startShop(opened, env));
}
