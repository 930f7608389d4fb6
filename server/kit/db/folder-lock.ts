/** One process per data folder: a lock that the operating system drops when its holder dies, however it dies. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/kit/start-error.ts';

const SQLITE_BUSY = 5;

/** Takes the lock of `folder` or throws. Node has no file locks of its own, but SQLite's are exactly that. */
export function lockFolder(folder: string): { unlock: () => void } {
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StartError(`Another Bukuri is running on ${folder}; stop it first or choose another DATA_DIR.`);
  }
  return { unlock: () => lock.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
