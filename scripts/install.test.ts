import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';

vi.setConfig({ testTimeout: 60_000 });

const MISSES_LIBATOMIC = `echo 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file' >&2; exit 127`;
const IS_NODE_18 =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.8"}})';

/** An npm that notes what it is asked for; the Node it installs is a script of one line. */
const npmThatInstalls = (node: string) => `
  const { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
  const words = process.argv.slice(2).filter((word) => !/fetch|loglevel/.test(word));
  appendFileSync('asked', words.join(' ') + '\\n');
  if (words[0] === 'ci') {
    rmSync('node_modules', { recursive: true, force: true });
    for (const folder of ['.bin', 'pinned/bin', 'pinned/include']) mkdirSync('node_modules/' + folder, { recursive: true });
    writeFileSync('node_modules/pinned/bin/node', ${JSON.stringify(`#!/bin/sh\n${node}\n`)}, { mode: 0o755 });
    symlinkSync('../pinned/bin/node', 'node_modules/.bin/node');
  }`;

interface Clone {
  folder: string;
  run: (script: string, env?: Record<string, string>, flags?: string[]) => Promise<{ code: number; said: string }>;
}

/** What a fresh clone has before anything is installed. */
function freshClone(): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['scripts', 'package.json', 'package-lock.json', '.npmrc']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  return {
    folder,
    run: async (script, more = {}, flags = []) => {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...more };
      const child = spawn(process.execPath, [...flags, ...script.split(' ')], { cwd: folder, env });
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await once(child, 'close');
      return { code, said: (await said).join('') };
    },
  };
}

function cloneWith(node: string) {
  const clone = freshClone();
  const npm = join(clone.folder, 'npm.js');
  writeFileSync(npm, npmThatInstalls(node));
  writeFileSync(join(clone.folder, 'asked'), '');
  writeFileSync(join(clone.folder, 'package.json'), '{}');
  const asked = () => readFileSync(join(clone.folder, 'asked'), 'utf8').split('\n').slice(0, -1);
  const need = (kind: string) => clone.run(`scripts/with.mjs ${kind} true`, { npm_execpath: npm });
  return { ...clone, asked, need };
}

test('a start installs no tools for tests; who has them keeps them', async () => {
  const { folder, asked, need } = cloneWith('echo v26');
  for (const kind of ['shop', 'shop', 'all', 'all', 'shop']) expect((await need(kind)).code).toBe(0);
  expect(asked()).toEqual(['ping', 'ci --omit=dev', 'ping', 'ci --include=dev']);
  appendFileSync(join(folder, 'package-lock.json'), ' ');
  await need('shop');
  expect(asked().slice(4)).toEqual(['ping', 'ci --include=dev']);
  expect(existsSync(join(folder, 'node_modules/pinned/include'))).toBe(false);
});

test('who installed everything without this project’s commands keeps the tools too', async () => {
  const { folder, asked, need } = cloneWith('echo v26');
  mkdirSync(join(folder, 'node_modules/vitest'), { recursive: true });
  await need('shop');
  expect(asked()).toEqual(['ping', 'ci --include=dev']);
});

test('a library that the pinned Node misses is named with its package, and nothing counts as installed', async () => {
  const { folder, need } = cloneWith(MISSES_LIBATOMIC);
  const { code, said } = await need('shop');
  expect(code).toBe(1);
  expect(said).toMatch(
    /it needs libatomic\.so\.1\. Install that \(apt-get install libatomic1, or dnf install libatomic\)/,
  );
  expect(existsSync(join(folder, 'node_modules/.installed'))).toBe(false);
});

test('it is named too where the script of a package has needed that Node before', async () => {
  const { folder, run } = cloneWith('');
  const npm = join(folder, 'npm.js');
  writeFileSync(
    npm,
    `if (process.argv[2] === 'ci') require('node:child_process').execSync(${JSON.stringify(MISSES_LIBATOMIC)})`,
  );
  const { code, said } = await run('scripts/with.mjs all true', { npm_execpath: npm });
  expect(code).toBe(1);
  expect(said).toContain('cannot open shared object file');
  expect(said.trim().split('\n').at(-1)).toMatch(/^The Node of this project .*apt-get install libatomic1/);
});

test('a system for which there is no Node is told so', async () => {
  const { folder, run } = cloneWith('');
  const npm = join(folder, 'npm.js');
  writeFileSync(npm, '');
  const { code, said } = await run('scripts/with.mjs shop true', { npm_execpath: npm });
  expect(code).toBe(1);
  expect(said).toContain(`there is none for ${process.platform} on ${process.arch}`);
});

for (const script of ['start', 'test', 'dev', 'build', 'with']) {
  test(`scripts/${script}.mjs refuses Node 18 in one sentence and leaves nothing behind`, async () => {
    const { folder, run } = freshClone();
    expect(await run(`scripts/${script}.mjs`, {}, ['--import', IS_NODE_18])).toEqual({
      code: 1,
      said: 'Bukuri needs Node 20 or newer to begin with; this is 18.20.8.\n',
    });
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });
}

test('a registry that refuses is named at once', async () => {
  const { said, seconds } = await startAt(await freePort());
  expect(said).toContain('the package registry is out of reach (ECONNREFUSED)');
  expect(seconds).toBeLessThan(30);
});

test('a registry that never answers is given up before half a minute is over', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { said, seconds } = await startAt((silent.address() as AddressInfo).port);
  expect(said).toContain('the package registry is out of reach (no answer in 10 s)');
  expect(seconds).toBeLessThan(30);
});

/** `npm start` of somebody who has no package yet. */
async function startAt(port: number) {
  const { folder, run } = freshClone();
  const began = Date.now();
  const { code, said } = await run('scripts/start.mjs', {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(folder, 'npm'),
  });
  expect(code).toBe(1);
  return { said, seconds: (Date.now() - began) / 1000 };
}
