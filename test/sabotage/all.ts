/** All guards: those of the files `*.guards.ts` of this folder, a kind each, and those without which a race breaks. */
import { readdirSync } from 'node:fs';
import { proofs } from '../races/all.ts';
import type { Guard } from './guard.ts';

const ENDING = '.guards.ts';
const folder = new URL('./', import.meta.url);
const kinds = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .sort();
const load = async (file: string): Promise<{ guards: readonly Guard[] }> => import(new URL(file, folder).href);

const listed = await Promise.all(
  kinds.map(async (file) => {
    const { guards } = await load(file);
    return guards.map((guard) => ({ ...guard, kind: file.slice(0, -ENDING.length) }));
  }),
);

const raced = proofs.flatMap(({ id, breaksWithout = [] }) =>
  breaksWithout.map((it) => ({ ...it, falls: ['test/races.test.ts', `${id}:`] as const, kind: 'races', race: id })),
);

/** Each guard with its kind. */
export const allGuards: readonly (Guard & { kind: string; race?: string })[] = [...listed.flat(), ...raced];
