/**
 * Long proofs, by name: `npm run prove` says which there are, `npm run prove -- races` runs one. What follows the name is
 * handed on. A part is a file of `bench/prove`; it throws when its promise is broken.
 */
import { readdirSync } from 'node:fs';

interface Part {
  /** What it proves, in one sentence. */
  promise: string;
  prove: (words: string[]) => Promise<void>;
}

const folder = new URL('./prove/', import.meta.url);
const ENDING = '.prove.ts';
const names = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort();
const open = async (name: string): Promise<Part> => import(new URL(`${name}${ENDING}`, folder).href);

const [name, ...words] = process.argv.slice(2);
if (name === undefined) {
  for (const each of names) console.log(`npm run prove -- ${each.padEnd(9)} ${(await open(each)).promise}`);
} else if (names.includes(name)) {
  await (await open(name)).prove(words);
} else {
  console.error(`There is no proof called ${name}; there are ${names.join(', ')}.`);
  process.exitCode = 1;
}
