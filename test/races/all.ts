/** Every race there is: the files of this folder. */
import { readdirSync } from 'node:fs';
import type { Proof } from './race.ts';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.race.ts'));
const load = async (file: string): Promise<{ proof: Proof }> => import(new URL(file, folder).href);

export const proofs: readonly Proof[] = (await Promise.all(files.map(load)))
  .map(({ proof }) => proof)
  .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
