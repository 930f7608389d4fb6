// `npm run dev`: the shop with the changes one makes. The pinned Node starts the server anew when a file of it changes;
// what the browser loads is Vite's business and needs no start.
import { spawn } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { environment, node, root, say, stop } from './prepare.mjs';

/** Folders are watched and not files: one that is replaced by another of its name would be lost (`node --watch` loses it). */
const OF_THE_SERVER = ['core', 'db', 'server'];
/** A change of branch changes many files, one after another. */
const CALM_MS = 200;

install('shop');
let watchers = [];
let server = start();
let isToStart = false;
let isEnding = false;
let calm;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isEnding = true;
    if (server) server.kill(signal);
    else process.exit(0);
  });
}

function start() {
  // Anew each time, since folders come and go.
  for (const watcher of watchers) watcher.close();
  watchers = OF_THE_SERVER.flatMap((folder) => watchFolder(join(root, folder)));
  const child = spawn(node, ['server/dev.ts'], { cwd: root, stdio: 'inherit', env: environment() });
  child.on('error', (error) => stop(`The server could not be started: ${error.message}`));
  child.on('exit', (code) => {
    if (isEnding || (code === 0 && !isToStart)) process.exit(code ?? 1);
    server = isToStart ? start() : undefined;
    if (!server) say('The server has ended; it starts anew with the next change.');
    isToStart = false;
  });
  return child;
}

function startAnew() {
  if (isEnding) return;
  if (!server) {
    server = start();
    return;
  }
  isToStart = true;
  server.kill('SIGTERM');
}

function watchFolder(folder) {
  const watcher = watch(folder, (_event, name) => {
    if (!/\.(?:ts|sql|json|txt)$/.test(name ?? '') || /\.test\.ts$/.test(name)) return;
    clearTimeout(calm);
    calm = setTimeout(startAnew, CALM_MS);
  });
  // One that is gone needs no watching.
  watcher.on('error', () => watcher.close());
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [watcher, ...inside.flatMap(({ name }) => watchFolder(join(folder, name)))];
}
