/** Copies what a package of the shop is made of: our folders, and those of the packages that it needs. */
import { cpSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What only compilers and debuggers read: Node strips no types of packages. A package may be called like that too. */
const NOT_RUN = /(^|\/)node_modules\/.*\.(map|[cm]?ts)$/;

/** A package inside a package is carried for itself, if it is needed. */
export function carry(from: string, to: string): void {
  const inside = join(from, 'node_modules');
  const filter = (path: string) => path !== inside && !(NOT_RUN.test(path) && lstatSync(path).isFile());
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
}
