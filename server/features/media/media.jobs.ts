import { readMediaName } from '#core/domain/media.ts';
import type { Deps } from '#server/deps.ts';
import { deleteOldUploads } from '#server/kit/http/uploads.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { deleteUnusedMedia, withoutRow } from './media.store.ts';

/** A file comes before its row, and a request does not take that long. */
const GRACE_MS = 24 * 3600 * 1000;
const BATCH = 500;

export const mediaCleanup = recurring({
  name: 'media-cleanup',
  cron: '40 3 * * *',
  run: deleteUnusedFiles,
});

/**
 * Deletes removed files that nothing shows, files without a row, and what is left of interrupted uploads. What cannot be
 * deleted does not keep the rest.
 */
export async function deleteUnusedFiles({ db, storage, clock, config }: Deps): Promise<void> {
  const failures: unknown[] = [];
  const fail = (error: unknown) => failures.push(error);
  await deleteUnusedMedia(db).catch(fail);
  await deleteOldUploads(config).catch(fail);
  let names: string[] = [];
  for await (const { name, storedAt } of storage.list()) {
    if (clock.now() - storedAt.getTime() > GRACE_MS && readMediaName(name)) names.push(name);
    if (names.length < BATCH) continue;
    await deleteFiles(names);
    names = [];
  }
  await deleteFiles(names);
  if (failures.length > 0) throw new AggregateError(failures, 'files could not be deleted');

  async function deleteFiles(some: string[]): Promise<void> {
    const baseOf = (name: string) => readMediaName(name)?.base ?? '';
    const unused = await withoutRow(db, [...new Set(some.map(baseOf))]);
    for (const name of some) if (unused.has(baseOf(name))) await storage.delete(name).catch(fail);
  }
}
