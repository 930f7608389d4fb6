import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLockfile } from './complete-lockfile.ts';

const MB = 1024 * 1024;
const promised = Number(/takes (\d+) MB/.exec(readFileSync('README.md', 'utf8'))?.[1]);

test(`the packages of a start take no more than the ${promised} MB that the README says`, () => {
  const packages = Object.entries(readLockfile('.').packages);
  const needed = packages.filter(([place, { dev }]) => place && !dev && existsSync(place));
  expect(needed.length).toBeGreaterThan(100);
  const size = needed.reduce((sum, [place]) => sum + sizeOf(place), 0) / MB;
  expect(size).toBeLessThanOrEqual(promised);
  expect(promised).toBeLessThanOrEqual(600);
});

/** On the disk, without the packages inside it, which count for themselves, and the headers that an install drops. */
function sizeOf(folder: string): number {
  const isHeaders = /node_modules\/node-[^/]+$/.test(folder) ? /^(include|share)$/ : /^$/;
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !isHeaders.test(name))
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => {
      const stat = lstatSync(path);
      return sum + stat.blocks * 512 + (stat.isDirectory() ? sizeOf(path) : 0);
    }, 0);
}
