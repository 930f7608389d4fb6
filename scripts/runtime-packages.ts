/** The installed packages that some files need when they run, with all that these need in turn. */
import { existsSync } from 'node:fs';
import { importsOf } from '#test/sources.ts';
import { readLockfile } from './complete-lockfile.ts';

const { packages } = readLockfile('.');

/** Their places, such as `node_modules/pg`; `besides` are packages that no file imports by name. */
export function runtimePackages(files: string[], besides: string[] = []): string[] {
  const imported = files
    .flatMap(importsOf)
    .filter(({ to, isPackage, isType }) => isPackage && !isType && !isBuiltIn(to));
  const found = new Set<string>();
  for (const name of new Set([...imported.map(({ to }) => nameOf(to)), ...besides])) {
    const place = placeOf(name, '');
    if (!place) throw new Error(`${name} is imported and not installed`);
    found.add(place);
  }
  // A set that grows while it is walked is walked to its new end.
  for (const place of found) for (const next of neededBy(place)) found.add(next);
  return [...found].sort();
}

/** What is optional may be missing, for another system it is. Declarations of types are nothing to run. */
function neededBy(place: string): string[] {
  const { dependencies, optionalDependencies } = packages[place] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .filter((name) => !name.startsWith('@types/'))
    .map((name) => placeOf(name, place))
    .filter((found) => found !== undefined);
}

/** Where Node finds `name` from a package: the nearest folder upwards. */
function placeOf(name: string, from: string): string | undefined {
  const place = `${from && `${from}/`}node_modules/${name}`;
  if (packages[place] && existsSync(place)) return place;
  if (!from) return undefined;
  return placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

const isBuiltIn = (said: string) => said.startsWith('node:');

/** `@fastify/static` of `@fastify/static/more`. */
const nameOf = (said: string) => said.split('/', said.startsWith('@') ? 2 : 1).join('/');
