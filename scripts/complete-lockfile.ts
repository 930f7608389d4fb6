/**
 * Adds the optional packages of other platforms that a registry did not offer when the lockfile was written. Without
 * them `npm ci` calls the lockfile incomplete and installs nothing. Run it after `npm install` of anything new, with the
 * folder of the package when that is not the root.
 *
 * Such an entry has no checksum, because a checksum is of a package one has: npm then takes what the registry gives. They
 * are tools for building and testing on other systems than Linux with glibc; what is served never comes from them. A
 * registry that has them puts the checksums in: remove the entries and run `npm install`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  integrity?: string;
  version?: string;
  cpu?: string[];
  dev?: boolean;
  optional?: boolean;
  libc?: string[];
  os?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Lockfile {
  packages: Record<string, Entry>;
}

const SYSTEMS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];

const fileIn = (folder: string) => new URL(`../${folder}/package-lock.json`, import.meta.url);

export function readLockfile(folder: string): Lockfile {
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Lockfile;
}

/** Optional packages that somebody wants at an exact version and that have no entry. */
export function missingPackages({ packages }: Lockfile): Map<string, Entry> {
  const missing = new Map<string, Entry>();
  for (const [place, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const isThere = packages[`node_modules/${name}`] ?? packages[`${place}/node_modules/${name}`];
      if (!isThere && /^\d/.test(version)) missing.set(`node_modules/${name}`, entryOf(name, version, parent));
    }
  }
  return missing;
}

/** Their names tell the platform, so that npm leaves them alone everywhere else. */
function entryOf(name: string, version: string, parent: Entry): Entry {
  const os = SYSTEMS.find((system) => name.includes(system));
  const libc = name.includes('musl') ? 'musl' : 'glibc';
  return {
    version,
    cpu: [PROCESSORS.find((processor) => name.includes(processor)) ?? 'arm'],
    ...(parent.dev && { dev: true }),
    optional: true,
    ...(os === 'linux' && { libc: [libc] }),
    ...(os && { os: [os] }),
  };
}

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2);
  const lockfile = readLockfile(folder);
  const packages = { ...lockfile.packages, ...Object.fromEntries(missingPackages(lockfile)) };
  const sorted = Object.fromEntries(Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(fileIn(folder), `${JSON.stringify({ ...lockfile, packages: sorted }, null, 2)}\n`);
}
