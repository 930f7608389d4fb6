/** Files in a folder of this machine, or one that several share. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage, StoredFile } from './storage.ts';

/** Unfinished files end like this; nobody reads or lists them. */
const DRAFT = '.part';
const DRAFT_MS = 24 * 3600 * 1000;

export function diskStorage(folder: string): Storage {
  const pathOf = (name: string) => {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new Error(`no file name: ${name}`);
    return join(folder, name);
  };
  return {
    async put(name, file) {
      const path = pathOf(name);
      const draft = join(folder, `${randomUUID()}${DRAFT}`);
      await mkdir(folder, { recursive: true });
      try {
        await pipeline(
          file.stream() as AsyncIterable<Uint8Array>,
          createWriteStream(draft, { flags: 'wx', flush: true }),
        );
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(name, range) {
      const stream = createReadStream(pathOf(name), range && { start: range.from, end: range.to });
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream));
        stream.once('error', (error) => (isAbsent(error) ? resolve(null) : reject(error)));
      });
    },
    size: (name) =>
      stat(pathOf(name)).then(
        ({ size }) => size,
        (error) => {
          if (isAbsent(error)) return null;
          throw error;
        },
      ),
    delete: (name) => rm(pathOf(name), { force: true }),
    list: () => filesIn(folder),
  };
}

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Also deletes what a stopped process left unfinished. */
async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch((error) => {
    if (!isAbsent(error)) throw error;
  });
  for await (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const path = join(folder, entry.name);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    if (!entry.name.endsWith(DRAFT)) yield { name: entry.name, storedAt: found.mtime };
    else if (Date.now() - found.mtimeMs > DRAFT_MS) await rm(path, { force: true });
  }
}
