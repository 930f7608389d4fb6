import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { carry } from './carry.ts';

test('a package is carried without maps, types and packages of its own, whatever it and its folders are called', () => {
  const place = mkdtempSync(join(tmpdir(), 'bukuri-carry-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const from = join(place, 'node_modules/world.map');
  for (const file of ['index.js', 'index.js.map', 'index.d.ts', 'lib.ts/index.js', 'node_modules/other/index.js']) {
    mkdirSync(join(from, file, '..'), { recursive: true });
    writeFileSync(join(from, file), '');
  }
  carry(from, join(place, 'carried'));
  const carried = readdirSync(join(place, 'carried'), { recursive: true, encoding: 'utf8' });
  expect(carried.sort()).toEqual(['index.js', 'lib.ts', 'lib.ts/index.js']);
});
