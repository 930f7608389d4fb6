// A Chromium that comes as a package: for a user who may install nothing on a machine that has none.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, npm, root, run, say } from './prepare.mjs';

const NAME = '@sparticuz/chromium';
const VERSION = '153.0.0';
const folder = join(root, '.cache/browser', VERSION);
const program = join(folder, 'chromium');

/** Its path, when it was installed before. */
export function installedBrowser() {
  return existsSync(program) ? program : undefined;
}

export function installFromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  say(`Installing Chromium from ${NAME} ${VERSION} …`);
  rmSync(folder, { recursive: true, force: true });
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--fetch-retries=1', '--loglevel=error'];
  const [command, ...words] = npm('install', `${NAME}@${VERSION}`, ...options);
  if (run(command, words) !== 0 || !unpack(unpacked)) return undefined;
  writeFileSync(program, WRAPPER, { mode: 0o755 });
  return program;
}

/** Its libraries too, which it unpacks where it believes to be in the cloud it was made for. */
function unpack(unpacked) {
  const script = `import chromium from '${NAME}'; await chromium.executablePath();`;
  const env = environment({ TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  const { status } = spawnSync(node, ['--input-type=module', '-e', script], { cwd: folder, env, stdio: 'inherit' });
  if (status !== 0) return false;
  rmSync(join(folder, 'node_modules'), { recursive: true });
  const fonts = join(unpacked, 'fonts/fonts.conf');
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${unpacked}/`));
  return true;
}

/** Fonts of the system come first, if it has any. */
const WRAPPER = `#!/bin/sh
here=$(dirname "$0")/unpacked
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;
