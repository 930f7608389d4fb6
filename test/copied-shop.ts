import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a start reads, and what the last build made. */
const PARTS = [
  ...['core', 'db', 'public', 'scripts', 'server', 'web', 'build'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vite.worker.config.ts'],
];

/** The shop in a folder called `name` that a test may change; the packages are the ones of this checkout. */
export function copyOfTheShop(name: string): string {
  const place = mkdtempSync(join(tmpdir(), 'bukuri-copy-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, name);
  for (const part of PARTS.filter((each) => existsSync(each))) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, '.cache'));
  return folder;
}
