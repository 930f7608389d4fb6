import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingPackages, readLockfile } from '../scripts/complete-lockfile.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

test('the lockfile knows the optional packages of every platform, or npm ci would refuse it', () => {
  expect([...missingPackages(readLockfile()).keys()], 'run scripts/complete-lockfile.ts').toEqual([]);
});

test('the lockfile wants what package.json wants, at exact versions', () => {
  const wanted = JSON.parse(read('package.json'));
  const locked = JSON.parse(read('package-lock.json')).packages[''];
  for (const kind of ['dependencies', 'devDependencies']) {
    expect(locked[kind]).toEqual(wanted[kind]);
    for (const version of Object.values(wanted[kind])) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  }
});

test('the lockfile names no address to download from', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"/);
});
