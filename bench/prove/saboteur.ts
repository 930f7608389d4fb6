/** A copy of the project with a PostgreSQL of its own, in which guards may be taken away. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { FOR_ONE_RUN } from '#test/postgres-server.ts';
import { type Guard, textWithout } from '#test/sabotage/guard.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Large and never changed by a guard. */
const LINKED = new Set(['node_modules', 'build', 'public', 'docs', 'art']);
const LEFT_OUT = new Set(['.git', '.cache', 'data']);
/** For one test file, on a busy machine. */
const LONGEST_MS = 300_000;

export interface Saboteur {
  /** What became of the named test without the guard: `falls` is what one wants. */
  takeAway(guard: Guard): Promise<'falls' | 'stands' | 'absent'>;
  /** The named tests that do not stand while every guard is there. */
  unsound(guards: readonly Guard[]): Promise<readonly Guard[]>;
  close(): Promise<void>;
}

export async function openSaboteur(): Promise<Saboteur> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-sabotage-'));
  const copy = join(folder, 'copy');
  for (const name of readdirSync(root).filter((entry) => !LEFT_OUT.has(entry))) {
    if (LINKED.has(name)) link(join(root, name), join(copy, name));
    else cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'data'), settings: FOR_ONE_RUN });
  const results = join(folder, 'results.json');

  async function statesOf(tests: readonly Guard['falls'][]): Promise<(test: string) => 'falls' | 'stands' | 'absent'> {
    rmSync(results, { force: true });
    await runTests(copy, { tests, results, databaseUrl: postgres.url });
    const report: Report = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { testResults: [] };
    const ran = report.testResults.flatMap((file) => file.assertionResults);
    return (test) => {
      const named = ran.filter(({ fullName, status }) => fullName.includes(test) && status !== 'skipped');
      if (named.length === 0) return 'absent';
      return named.some(({ status }) => status === 'failed') ? 'falls' : 'stands';
    };
  }

  return {
    async takeAway(guard) {
      const path = join(copy, guard.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, textWithout(guard, text));
      try {
        return (await statesOf([guard.falls]))(guard.falls[1]);
      } finally {
        writeFileSync(path, text);
      }
    },
    async unsound(guards) {
      const stateOf = await statesOf(guards.map(({ falls }) => falls));
      return guards.filter(({ falls }) => stateOf(falls[1]) !== 'stands');
    },
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What Vitest writes of a run. */
export interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

function link(from: string, to: string): void {
  if (existsSync(from)) symlinkSync(from, to);
}

function runTests(
  folder: string,
  { tests, results, databaseUrl }: { tests: readonly Guard['falls'][]; results: string; databaseUrl: string },
): Promise<void> {
  const files = new Set(tests.map(([file]) => file));
  // Vitest joins the names of groups and tests with an arrow here and with a space in its report.
  const names = new Set(
    tests.map(([, test]) => test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '( > | )')),
  );
  const words = ['run', ...files, '-t', [...names].join('|'), '--reporter=json', `--outputFile=${results}`];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    cwd: folder,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    stdio: 'ignore',
    timeout: LONGEST_MS * files.size,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
