import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingPackages, readLockfile } from '../scripts/complete-lockfile.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** What only builds or tests: nothing of it is loaded to serve. */
const OF_TOOLS = /^node_modules\/(@biomejs\/cli|@oxc-parser\/binding|@tailwindcss\/oxide)-/;

for (const folder of ['.', 'art']) {
  test(`the lockfile in ${folder} knows the optional packages of every platform, or npm ci would refuse it`, () => {
    const missing = [...missingPackages(readLockfile(folder)).keys()];
    expect(missing, `run scripts/complete-lockfile.ts ${folder}`).toEqual([]);
  });

  test(`the lockfile in ${folder} wants what package.json wants, at exact versions`, () => {
    const wanted = JSON.parse(read(`${folder}/package.json`));
    const locked = JSON.parse(read(`${folder}/package-lock.json`)).packages[''];
    for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies']) {
      expect(locked[kind]).toEqual(wanted[kind]);
      for (const version of Object.values(wanted[kind] ?? {})) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    }
  });

  test(`the lockfile in ${folder} has a checksum for each package, but for build tools of other systems`, () => {
    const without = Object.entries(readLockfile(folder).packages).filter(
      ([place, { integrity }]) => place && !integrity,
    );
    for (const [place, { optional, os, cpu, libc }] of without) {
      expect(place).toMatch(OF_TOOLS);
      expect(optional, place).toBe(true);
      const isOurs = os?.includes('linux') && /^(x64|arm64)$/.test(String(cpu)) && libc?.includes('glibc');
      expect(isOurs, place).toBeFalsy();
    }
  });

  test(`the lockfile in ${folder} names no address to download from`, () => {
    expect(read(`${folder}/package-lock.json`)).not.toMatch(/"resolved"/);
  });
}

test('what draws the pictures is a package of its own: the product neither installs nor reads it', () => {
  const installed = Object.keys(readLockfile('.').packages);
  for (const name of Object.keys(JSON.parse(read('art/package.json')).dependencies)) {
    expect(installed).not.toContain(`node_modules/${name}`);
  }
  expect(JSON.parse(read('biome.json')).files.includes).toContain('!art');
  for (const file of ['tsconfig.json', 'knip.json', 'vitest.config.ts']) expect(read(file)).not.toMatch(/\bart\b/);
});
