/** Lighthouse is fetched when it is wanted: with its dependencies it weighs more than the shop, and only the bench runs it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSION = '13.5.0';
const folder = fileURLToPath(new URL('../.cache/bench', import.meta.url));
const installed = `${folder}/node_modules/lighthouse`;

/** The program to run with Node. Rejects with a plain sentence when it cannot be had. */
export async function installLighthouse(): Promise<string> {
  if (installedVersion() !== VERSION) await install();
  return `${installed}/cli/index.js`;
}

async function install(): Promise<void> {
  console.error(`  installing Lighthouse ${VERSION} into .cache/bench`);
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', ['install', `lighthouse@${VERSION}`, ...options]);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr: string };
    const [reason] = (stderr || message).split('\n');
    throw new Error(`lighthouse@${VERSION} could not be installed (${reason})`, { cause });
  }
}

function installedVersion(): string | undefined {
  const file = `${installed}/package.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
