/** The project's own files as text, for tests that look at the house as a whole. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths from the root of the project, sorted, always with `/`. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export interface Import {
  /** Path of a file of the project, or the name of a package. */
  to: string;
  /** As it is written. */
  said: string;
  isPackage: boolean;
  /** Gone when the types are stripped. */
  isType: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^'\n]+)'/gm;
const CALL = /(typeof\s+)?\bimport\(\s*'([^'\n]+)'\s*\)/g;

/** Everything a file imports: statically, dynamically and as a type. */
export function importsOf(path: string): Import[] {
  const text = textOf(path);
  return [...text.matchAll(STATEMENT), ...text.matchAll(CALL)].map(([, type, said = '']) => {
    const isPackage = !/^[#.]/.test(said);
    return { to: isPackage ? said : pathOf(path, said), said, isPackage, isType: type !== undefined };
  });
}

/** The file of the project that another names. */
export function pathOf(from: string, said: string): string {
  return said.startsWith('#') ? said.slice(1) : join(dirname(from), said).replaceAll('\\', '/');
}

/** A file and all that it imports from its room, now or later, but for types and what is held to be apart. */
export function reachOf(file: string, isApart: (from: string, to: string) => boolean = () => false): string[] {
  const room = `${file.split('/')[0]}/`;
  const reached = new Set([file]);
  for (const path of reached) {
    for (const { to, isPackage, isType } of importsOf(path))
      if (!isPackage && !isType && to.startsWith(room) && !isApart(path, to)) reached.add(to);
  }
  return [...reached];
}
