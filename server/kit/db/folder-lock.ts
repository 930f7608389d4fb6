/** One process per data folder: a lock that the operating system drops when its holder dies, however it dies. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/kit/start-error.ts';

const SQLITE_BUSY = 5;

/** Makes `folder` where there is none and takes its lock, or throws. Node has no file locks of its own, but SQLite's are exactly that. */
export function lockFolder(folder: string): { unlock: () => void } {
  makeFolder(folder);
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

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`${folder} cannot be written to (${code}); choose another DATA_DIR.`, { cause });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
