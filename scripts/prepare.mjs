// What every command stands on: which Node, how to run a program, what to say. Plain JavaScript for the Node that happens
// to be there, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  stop(`Bukuri needs Node ${OLDEST_NODE} or newer to begin with; this is ${process.versions.node}.`);
}

export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = join(root, 'node_modules/.bin');
const BUILT = join(root, 'build/.built');
const SOURCES = [
  ...[
    'web',
    'core',
    'public',
    'scripts/light-rows.ts',
    'scripts/light-words.ts',
    'scripts/precompress.ts',
    'vite.config.ts',
  ],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

/** The Node that the project pins, whatever runs this script. */
export const node = join(bin, 'node');

/** Where Node keeps what it compiled, so that a command does not compile its TypeScript each time. */
export const COMPILED = join(root, 'node_modules/.cache/compiled');

/** For child processes: the pinned Node and the project's tools come first. */
export function environment(more = {}) {
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH, ...more };
}

/** Builds the web app when its sources are not the ones of the last build; answers whether all is well. */
export function build() {
  const wanted = digest(SOURCES);
  if (read(BUILT) === wanted) return true;
  say('Building the web app …');
  const steps = [
    ['vite', 'build'],
    ['vite', 'build', '--ssr', 'web/entry.server.tsx'],
    ['node', 'scripts/precompress.ts'],
  ];
  if (!steps.every(([command, ...words]) => run(command, words, { NODE_ENV: 'production' }) === 0)) return false;
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(BUILT, wanted);
  return true;
}

/** The command line of an npm command; the npm that runs us, if one does. */
export function npm(...words) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli, ...words] : ['npm', ...words];
}

/** Runs to the end with its output shown; answers the exit code. */
export function run(command, words, more = {}, options = {}) {
  const all = { cwd: root, stdio: 'inherit', env: environment(more), ...options };
  const { status, error } = spawnSync(command, words, all);
  if (error) say(`${command}: ${error.message}`);
  return status ?? 1;
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** One word for the content of files and folders on this kind of machine. */
export function digest(paths) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const full = join(root, path);
  const entry = lstatSync(full, { throwIfNoEntry: false });
  if (entry?.isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, `${path}/${name}`);
  } else if (entry?.isFile()) {
    hash.update(`\n${path}\n`).update(readFileSync(full));
  }
}

/** The text of a file; empty where there is none. */
export function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
