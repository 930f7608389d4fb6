/** Where uploaded files are stored. Names are flat and never reused with another content. */
import type { Readable } from 'node:stream';

export interface StoredFile {
  name: string;
  storedAt: Date;
}

export interface Storage {
  /** Stores the file as a whole or not at all; replaces one of the same name. A `Blob` may be backed by a file on disk. */
  put(name: string, file: Blob): Promise<void>;
  /** The bytes `from` to `to`, both included; null where there is no such file. */
  get(name: string, range?: { from: number; to: number }): Promise<Readable | null>;
  /** In bytes; null where there is no such file. */
  size(name: string): Promise<number | null>;
  /** Nothing happens where there is no such file. */
  delete(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

/** Copies what is missing in `to`; answers how many files that were. */
export async function copyMissing(from: Storage, to: Storage): Promise<number> {
  let copied = 0;
  for await (const { name } of from.list()) {
    if ((await to.size(name)) !== null) continue;
    const found = await from.get(name);
    if (!found) continue;
    await to.put(name, new Blob(await found.toArray()));
    copied++;
  }
  return copied;
}
