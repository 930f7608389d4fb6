// Installs what is missing, and says in a sentence why it cannot.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest, environment, node, npm, read, root, say, stop } from './prepare.mjs';

const INSTALLED = join(root, 'node_modules/.installed');
/** How long the registry may take for the shortest answer. */
const REGISTRY_MS = 10_000;
/** What a Node of nodejs.org links to and a small system may lack: names of the packages for apt-get and for dnf. */
const LIBRARIES = {
  'libatomic.so.1': ['libatomic1', 'libatomic'],
  'libstdc++.so.6': ['libstdc++6', 'libstdc++'],
  'libgcc_s.so.1': ['libgcc-s1', 'libgcc'],
};
const MISSES_LIBRARY = /loading shared libraries: ([^\s:]+)/;

/**
 * Installs the packages when the lockfile is not the one they were installed from: those of the `shop`, or `all` with the
 * tools that test it. Who has all keeps all.
 */
export function install(kind) {
  // A linked folder belongs to another checkout.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const lockfile = digest(['package-lock.json']);
  const [had, hadKind] = read(INSTALLED).split(' ');
  const wanted = hadKind === 'all' || existsSync(join(root, 'node_modules/vitest')) ? 'all' : kind;
  if (had === lockfile && hadKind === wanted) return;
  rmSync(INSTALLED, { force: true });
  fetchPackages(wanted);
  tryNode();
  dropHeaders();
  writeFileSync(INSTALLED, `${lockfile} ${wanted}`);
}

function fetchPackages(kind) {
  say(kind === 'all' ? 'Installing packages and the tools for tests …' : 'Installing packages …');
  const problem = registryProblem();
  if (problem) say(`The package registry is out of reach (${problem}); trying with what npm has kept …`);
  const tools = kind === 'all' ? '--include=dev' : '--omit=dev';
  const [command, ...words] = npm('ci', tools, '--loglevel=error', ...(problem ? ['--offline'] : []));
  const { status, stderr, error } = spawnSync(command, words, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    env: environment(),
  });
  process.stderr.write(stderr ?? `${error?.message}\n`);
  if (status === 0) return;
  // The scripts of packages run with it, before it can be tried here.
  if (MISSES_LIBRARY.test(stderr)) stop(`The Node of this project does not run here: ${reasonOf(stderr)}`);
  if (!problem) stop('npm ci failed; the lines above say why.');
  stop(
    `The packages are not here and the package registry is out of reach (${problem}). Look at the line, and at \`npm config get registry\` and \`npm config get proxy\`.`,
  );
}

/** Nothing when the registry answers anything. npm asks, which knows proxies and certificates and would wait for minutes. */
function registryProblem() {
  const limits = ['--fetch-retries=0', `--fetch-timeout=${REGISTRY_MS}`, '--loglevel=error'];
  const [command, ...words] = npm('ping', ...limits);
  const options = { cwd: root, encoding: 'utf8', env: environment(), timeout: 2 * REGISTRY_MS };
  const { status, stderr, error } = spawnSync(command, words, options);
  if (status === 0) return undefined;
  const code = error?.code ?? /code (\w+)/.exec(stderr)?.[1];
  if (!code || code === 'FETCH_ERROR') return `no answer in ${REGISTRY_MS / 1000} s`;
  const isAnswer = /^E(?!50[234])\d{3}$/.test(code);
  return isAnswer ? undefined : code;
}

function tryNode() {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) stop(`The Node of this project does not run here: ${reasonOf(stderr ?? '', error)}`);
}

function reasonOf(said, error) {
  const library = MISSES_LIBRARY.exec(said)?.[1];
  if (library) {
    const [debian = library, fedora = library] = LIBRARIES[library] ?? [];
    return `it needs ${library}. Install that (apt-get install ${debian}, or dnf install ${fedora}) and try again.`;
  }
  const version = /version [`']([^']+)' not found/.exec(said)?.[1];
  if (version) return `it needs ${version}, and this system is older.`;
  if (error?.code === 'ENOENT') {
    return `there is none for ${process.platform} on ${process.arch}, or the system has no glibc (Alpine has not).`;
  }
  return said.trim() || String(error?.message ?? 'it says nothing');
}

/** What only compilers and readers of manuals use: a third of that package. */
function dropHeaders() {
  for (const part of ['include', 'share']) {
    rmSync(join(realpathSync(node), '../..', part), { recursive: true, force: true });
  }
}
