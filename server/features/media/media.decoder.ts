/**
 * Decodes uploads in another process, one at a time: whatever a file costs is bounded by the limits of that process,
 * and this one never holds its pixels.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMediaName } from '#core/domain/media.ts';
import { fairQueue } from '#server/kit/concurrency.ts';
import { AppError, busy } from '#server/kit/http/errors.ts';

const WORKER = fileURLToPath(new URL('./media.worker.ts', import.meta.url));
const TIMEOUT_MS = 8_000;
/** Starting one costs 0.4 s of CPU; it is replaced before its memory is in pieces, and ended when there is nothing to do. */
const MAX_JOBS = 20;
const IDLE_MS = 30_000;
/** Address space for data. Node itself reserves up to 590 MB of it and touches 60; a picture at the limits takes 250. */
const MEMORY_KB = 920 * 1024;
/**
 * Where memory is short the kernel ends the decoder, not the shop; requests come first on a busy core. Systems without one of
 * these limits do without it.
 */
const START = `ulimit -c 0; ulimit -t 300; ulimit -d ${MEMORY_KB}; echo 1000 > /proc/self/oom_score_adj; exec nice -n 5 "$0" "$@"`;
const NODE = ['--max-semi-space-size=1', '--max-old-space-size=128', '--v8-pool-size=1'];
/** No secret of the shop is in reach of a decoder. */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  NODE_COMPILE_CACHE:
    getCompileCacheDir() ?? fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
  MALLOC_ARENA_MAX: '1',
  UV_THREADPOOL_SIZE: '2',
};

const inTurn = fairQueue({ slots: 1, maxWaiting: 10, maxWaitMs: 16_000, full: busy });

/** What `media.worker.ts` answers. */
export type Outcome = { colour: string } | { status: number; code: AppError['code'] } | { bug: string };

export interface Decoding {
  /** Who has to wait for the own uploads, not for those of others. */
  userId: string;
  /** Path of a picture, or of the poster of a video. */
  picture: string;
  video: string | null;
}

/** A file to be stored under the base name of the upload and `suffix`. */
export interface Variant {
  suffix: string;
  file: Blob;
}

/**
 * Makes all variants of a picture, and the copy of a video without metadata, and deletes them after `use`. Throws 400 for files
 * that are damaged, too large or too costly; 503 where too many wait.
 *
 * @returns what `use` returns; `colour` is the average one as six hexadecimal digits
 */
export async function decode<T>(
  { userId, picture, video }: Decoding,
  use: (made: { colour: string; variants: Variant[] }) => Promise<T>,
): Promise<T> {
  const folder = `${picture}-made`;
  await mkdir(folder);
  try {
    const outcome = await inTurn(userId, () =>
      runWorker(video === null ? [folder, picture] : [folder, picture, video]),
    );
    if ('code' in outcome) throw new AppError(outcome.status, outcome.code);
    if ('bug' in outcome) throw new Error(outcome.bug);
    const variants = (await readdir(folder)).map(async (suffix) => {
      const type = readMediaName(`${'0'.repeat(32)}-${outcome.colour}${suffix}`)?.type;
      return { suffix, file: await openAsBlob(join(folder, suffix), { type }) };
    });
    return await use({ colour: outcome.colour, variants: await Promise.all(variants) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let worker: ChildProcess | undefined;
let jobs = 0;

function runWorker(words: string[]): Promise<Outcome> {
  const child = worker ?? startWorker();
  jobs++;
  // No job takes as long as an idle worker is kept.
  idle.refresh();
  const ended = Promise.withResolvers<Outcome>();
  // By its limits or by itself: no memory, no time, or a crash of native code.
  const onExit = () => ended.reject(new AppError(400, 'media.tooCostly'));
  child.once('message', (outcome: Outcome) => ended.resolve(outcome));
  child.once('exit', onExit).once('error', ended.reject);
  const timer = setTimeout(() => stop(child), TIMEOUT_MS);
  child.send(words);
  return ended.promise.finally(() => {
    clearTimeout(timer);
    child.removeAllListeners('message').off('exit', onExit).off('error', ended.reject);
    if (jobs >= MAX_JOBS) stop(child);
    else idle.refresh();
  });
}

function startWorker(): ChildProcess {
  const command = ['-c', START, process.execPath, ...NODE, WORKER];
  const child = spawn('/bin/sh', command, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: ENVIRONMENT });
  // This process may end meanwhile.
  child.unref();
  child.channel?.unref();
  // The next job gets another one.
  child.on('error', () => stop(child));
  child.once('exit', () => stop(child));
  jobs = 0;
  worker = child;
  return child;
}

function stop(child: ChildProcess): void {
  if (worker === child) worker = undefined;
  child.kill('SIGKILL');
}

const idle = setTimeout(() => worker && stop(worker), IDLE_MS).unref();
