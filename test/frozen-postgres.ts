/** A PostgreSQL of one test, which can be made to hang. */
import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { passingFolder } from './passing-folder.ts';
import { freeze, thaw } from './postgres-of.ts';

export interface FreezablePostgres {
  url: string;
  freeze: () => void;
  thaw: () => void;
}

export async function freezablePostgres(): Promise<FreezablePostgres> {
  const folder = passingFolder('bukuri-frozen');
  const { url, stop } = await startEmbeddedPostgres({ folder });
  onTestFinished(async () => {
    thaw(folder);
    await stop();
    rmSync(folder, { recursive: true });
  });
  return { url, freeze: () => freeze(folder), thaw: () => thaw(folder) };
}
