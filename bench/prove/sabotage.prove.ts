/**
 * Takes each guard of `test/sabotage` away on a copy and runs the test that must notice.
 * `npm run prove -- sabotage --only=limits,locks` takes some kinds, or those of a race by its name; `--tenth=today` a tenth, another each day, `--tenth=3` that one.
 * With `--green` the tests are known to be green with every guard in place, and are not run once more to see it.
 * `--ran=vitest.json` says which tests ran just now: of all guards, also those of other days, each must be watched by one of them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allGuards } from '#test/sabotage/all.ts';
import { named } from './asked.ts';
import { openSaboteur, type Report, type Saboteur } from './saboteur.ts';

const AT_ONCE = 2;
const TENTHS = 10;

type Listed = (typeof allGuards)[number];

export const promise = 'each guard, taken away, is missed by the test that is named for it';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      tenth: { type: 'string' },
      green: { type: 'boolean', default: false },
      ran: { type: 'string' },
    },
  });
  const started = performance.now();
  if (values.ran !== undefined) checkNames(values.ran);
  const tenth = tenthOf(values.tenth);
  const guards = named(allGuards, values.only, ({ kind, race }) => [kind, ...(race ? [race] : [])]).filter(
    (guard) => tenth === null || allGuards.indexOf(guard) % TENTHS === tenth,
  );
  if (guards.length === 0) throw new Error('No guard of those is in that tenth.');
  if (tenth !== null) console.log(`Every tenth of ${allGuards.length} guards; to repeat it: --tenth=${tenth}`);
  const unnoticed = await takeAwayAll(guards, { isGreen: values.green });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${guards.length} guards, ${guards.length - unnoticed.length} noticed, in ${seconds} s`);
  for (const line of unnoticed) console.log(`  ✗ ${line}`);
  if (unnoticed.length > 0) throw new Error('a guard can be removed unseen');
}

/** A test that was called something else since watches nothing under its old name. */
function checkNames(file: string): void {
  const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'));
  const unknown = allGuards.filter(
    ({ falls: [path, words] }) =>
      !testResults
        .filter(({ name }) => name.endsWith(`/${path}`))
        .some(({ assertionResults }) => assertionResults.some(({ fullName }) => fullName.includes(words))),
  );
  if (unknown.length > 0)
    throw new Error(`no test is called so:\n${unknown.map(({ falls }) => `  ${falls.join(': ')}`).join('\n')}`);
}

/** Lines about the guards that nobody missed. */
async function takeAwayAll(guards: readonly Listed[], { isGreen }: { isGreen: boolean }): Promise<string[]> {
  const saboteurs = await Promise.all(Array.from({ length: AT_ONCE }, openSaboteur));
  try {
    const waiting = [...guards];
    const unnoticed: string[] = [];
    await Promise.all(
      saboteurs.map(async (saboteur) => {
        for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
          const problem = await missed(saboteur, guard);
          console.log(`${problem ? '✗' : '✓'} ${guard.kind}: ${guard.without}`);
          if (problem) unnoticed.push(`${guard.without} (${guard.file}): ${problem}`);
        }
      }),
    );
    const [first] = saboteurs;
    for (const { falls } of (!isGreen && (await first?.unsound(guards))) || []) {
      unnoticed.push(`${falls.join(': ')}: does not stand with every guard in place`);
    }
    return unnoticed;
  } finally {
    await Promise.all(saboteurs.map((saboteur) => saboteur.close()));
  }
}

async function missed(saboteur: Saboteur, guard: Listed): Promise<string | null> {
  const [file, test] = guard.falls;
  const became = await saboteur.takeAway(guard).catch((error: Error) => error.message);
  if (became === 'falls') return null;
  if (became === 'stands') return `${file}: “${test}” noticed nothing`;
  return became === 'absent' ? `${file}: “${test}” did not run` : became;
}

/** One of ten, another for each day, so that ten days see all; null where all are asked for. */
function tenthOf(said: string | undefined): number | null {
  if (said === undefined) return null;
  if (said === 'today') return Math.floor(Date.now() / 86_400_000) % TENTHS;
  if (!/^\d$/.test(said)) throw new Error(`“${said}” is none of the tenths, which are 0 to 9 and today.`);
  return Number(said);
}
