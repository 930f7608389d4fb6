/** A PostgreSQL of one test, which can be made to hang. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { freeze, thaw } from './postgres-of.ts';

export interface FreezablePostgres {
  url: string;
  freeze: () => void;
  thaw: () => void;
}

export async function freezablePostgres(): Promise<FreezablePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-frozen-'));
  const { url, stop } = await startEmbeddedPostgres({ folder });
  onTestFinished(async () => {
    thaw(folder);
    await stop();
    rmSync(folder, { recursive: true });
  });
  return { url, freeze: () => freeze(folder), thaw: () => thaw(folder) };
}
