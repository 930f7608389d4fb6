// Shared by all commands: installs packages, builds the web app, runs programs. Plain JavaScript for Node 20, without packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  stop(`Bukuri needs Node ${OLDEST_NODE} or newer to begin with; this is ${process.versions.node}.`);
}

export const root = fileURLToPath(new URL('..', import.meta.url));

const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
/** Stamps: digests of the lockfile and the sources of the last installation and build. */
const INSTALLED = join(modules, '.installed');
const BUILT = join(root, 'build/.built');
const PLUGINS = ['light-rows', 'light-words', 'precompress'].map((name) => `scripts/${name}.ts`);
const SOURCES = [
  'web',
  'core',
  'public',
  ...PLUGINS,
  'vite.config.ts',
  'vite.worker.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** The Node version of the project (a package), whichever runs this script. */
export const node = join(bin, 'node');

/** The server and its options: a larger space for young objects takes 30 MB and makes requests hardly faster. */
export const SERVER = ['--max-semi-space-size=4', join(root, 'server/main.mjs')];

/** Compile cache of Node. */
export const COMPILED = join(modules, '.cache/compiled');

/** Environment of child processes: the project's Node and tools come first in PATH. */
export function environment(more = {}) {
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH, ...more };
}

/**
 * Installs the packages when the lockfile has changed: without development dependencies (`shop`) or with them (`all`).
 * Installed development dependencies are kept.
 */
export function install(kind) {
  // A symbolic link belongs to another checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const wanted = existsSync(join(modules, 'vitest')) ? 'all' : kind;
  const stamp = `${digest(['package-lock.json'])} ${wanted}`;
  if (read(INSTALLED) === stamp) return;
  rmSync(INSTALLED, { force: true });
  say(wanted === 'all' ? 'Installing packages and development tools …' : 'Installing packages …');
  const limits = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000', '--loglevel=error'];
  const [command, ...words] = npm('ci', wanted === 'all' ? '--include=dev' : '--omit=dev', ...limits);
  // Without a network the cache of npm may be enough.
  if (run(command, words) !== 0 && run(command, [...words, '--offline']) !== 0) {
    stop('npm ci failed, see above. If a library is missing, install it (Debian: apt-get install libatomic1).');
  }
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    const reason = stderr?.trim() || error?.message;
    stop(`The Node of this project does not run here: ${reason} (it needs glibc; Debian: apt-get install libatomic1)`);
  }
  writeFileSync(INSTALLED, stamp);
}

/** Builds the web app when its sources have changed; returns whether it succeeded. */
export function build() {
  const wanted = digest(SOURCES);
  if (read(BUILT) === wanted) return true;
  say('Building the web app …');
  const steps = [
    ['vite', 'build', '--logLevel=warn'],
    ['vite', 'build', '--logLevel=warn', '--ssr', 'web/entry.server.tsx'],
    ['vite', 'build', '--logLevel=warn', '--config', 'vite.worker.config.ts'],
    ['node', 'scripts/precompress.ts'],
  ];
  if (!steps.every(([command, ...words]) => run(command, words, { NODE_ENV: 'production' }) === 0)) return false;
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(BUILT, wanted);
  return true;
}

/** The command line of an npm command; uses the npm that runs this script, if any. */
export function npm(...words) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli, ...words] : ['npm', ...words];
}

/** Runs a program to its end, with its output; returns the exit code. */
export function run(command, words, more = {}, options = {}) {
  const all = { cwd: root, stdio: 'inherit', env: environment(more), ...options };
  const { status, error } = spawnSync(command, words, all);
  if (error) say(`${command}: ${error.message}`);
  return status ?? 1;
}

/** Runs the project's Node in place of this process, or on Node 20 as a child that receives the signals. */
export function become(words, more = {}) {
  const env = environment(more);
  if (process.execve) process.execve(node, [node, ...words], env);
  const child = spawn(node, words, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`The server could not be started: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Digest of files and folders, and of the platform. */
function digest(paths) {
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

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
