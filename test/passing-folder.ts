/** A folder that is gone with the run: in memory where there is room, since a database is made of a thousand files. */
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Many times what all databases of a run take at once. */
const ROOM = 4 * 1024 ** 3;

export const isInMemory = hasRoom(MEMORY);

/** Nothing in it may be run: memory is often mounted without that right. */
export function passingFolder(name: string): string {
  return mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), `${name}-`));
}

function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize > ROOM;
}
