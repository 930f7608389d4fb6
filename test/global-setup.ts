/** One PostgreSQL for the whole run: a fresh embedded one, or the one of TEST_DATABASE_URL. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { build } from '#scripts/prepare.mjs';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { passingFolder } from './passing-folder.ts';
import { createOwner, FOR_ONE_RUN, OWNER, onServer, ownersUrl, TEMPLATE } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, with a database nobody writes to, as who may do anything. */
    postgres: string;
    /** Where the folder is made that `usedFolder` copies. */
    used: string;
  }
}

let stop = async () => {};
let used = '';

export async function setup(project: TestProject): Promise<void> {
  if (!existsSync('build/client/manifest.json') && !build()) throw new Error('the web app could not be built');
  const server = await startServer();
  stop = server.stop;
  await onServer(server.url, `drop database if exists ${TEMPLATE} with (force)`);
  await createOwner(server.url);
  await onServer(server.url, `create database ${TEMPLATE} owner ${OWNER}`);
  await migrate(ownersUrl(server.url, TEMPLATE));
  project.provide('postgres', server.url);
  used = mkdtempSync(join(tmpdir(), 'bukuri-used-'));
  project.provide('used', used);
}

export async function teardown(): Promise<void> {
  await stop();
  rmSync(used, { recursive: true });
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const folder = passingFolder('bukuri-test');
  const postgres = await startEmbeddedPostgres({ folder, settings: FOR_ONE_RUN });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
