/** Every race there is: the files of this folder. */
import { readdirSync } from 'node:fs';
import type { NamedProof, Proof } from './race.ts';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.race.ts'));
const load = async (file: string): Promise<{ proof: Proof }> => import(new URL(file, folder).href);

const named = async (file: string): Promise<NamedProof> => ({
  id: file.replace('.race.ts', ''),
  ...(await load(file)).proof,
});

export const proofs: readonly NamedProof[] = (await Promise.all(files.map(named))).sort((a, b) =>
  a.id.localeCompare(b.id, 'en', { numeric: true }),
);
