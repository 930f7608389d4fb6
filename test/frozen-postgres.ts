/** A PostgreSQL of one file, which can be made to hang. */
import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { passingFolder } from './passing-folder.ts';
import { freeze, thaw } from './postgres-of.ts';

export interface FreezablePostgres {
  url: string;
  freeze: () => void;
  thaw: () => void;
}

/** Call it at the top of a test file. */
export async function freezablePostgres(): Promise<FreezablePostgres> {
  const folder = passingFolder('bukuri-frozen');
  const { url, stop } = await startEmbeddedPostgres({ folder });
  afterAll(async () => {
    thaw(folder);
    await stop();
    rmSync(folder, { recursive: true });
  });
  return { url, freeze: () => freeze(folder), thaw: () => thaw(folder) };
}
