/** Opens the shop for the journeys: a fresh PostgreSQL and two server processes on the built app. */
import { rmSync } from 'node:fs';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { build } from '#scripts/prepare.mjs';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { freePort } from '#test/free-port.ts';
import { passingFolder } from '#test/passing-folder.ts';
import { FOR_ONE_RUN } from '#test/postgres-server.ts';
import { endWhatEndsSoon } from './catalogue.ts';
import { startNode, stopNode } from './node-process.ts';

// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function openShop(): Promise<() => Promise<void>> {
  // Somebody who writes a journey may keep a shop open: `node e2e/shop/keep-open.ts`.
  if (process.env.JOURNEYS_NODE_A) return async () => {};
  if (!build()) throw new Error('the web app could not be built');
  const folder = passingFolder('bukuri-journeys');
  const postgres = await startEmbeddedPostgres({ folder, settings: FOR_ONE_RUN });
  const [portA, portB, pushPort] = [await freePort(), await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${portA}`;
  const more = { PUSH_TEST_HOSTS: `127.0.0.1:${pushPort}` };
  const common = { databaseUrl: postgres.url, publicUrl, more };
  const a = await startNode({ ...common, port: portA, role: 'all' });
  const b = await startNode({ ...common, port: portB, role: 'web' });
  process.env.JOURNEYS_NODE_A = publicUrl;
  process.env.JOURNEYS_NODE_B = `http://127.0.0.1:${portB}`;
  process.env.JOURNEYS_DATABASE = postgres.url;
  process.env.JOURNEYS_PUSH_PORT = String(pushPort);
  await endWhatEndsSoon();
  return async () => {
    await Promise.all([stopNode(a), stopNode(b)]);
    await postgres.stop();
    rmSync(folder, { recursive: true });
  };
}
