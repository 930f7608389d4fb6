/** Processes of the embedded PostgreSQL: the one that serves a data folder, orphans, and the user it runs as. */

import { type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';

/** The URL of the running database of `folder`, or undefined. */
export async function runningPostgres(folder: string): Promise<string | undefined> {
  const data = join(folder, 'postgres/cluster');
  const found = readPidFile(data);
  if (!found || !isPostgres(found.pid)) return undefined;
  const password = readFileSync(join(folder, 'postgres/password'), 'utf8');
  if (!(await serves(found.port, password, data))) return undefined;
  return `postgres://bukuri:${password}@127.0.0.1:${found.port}/bukuri`;
}

export function readPidFile(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Whether the process is alive and, where /proc exists, a postgres that is no zombie. */
export function isPostgres(pid: number): boolean {
  if (existsSync('/proc/self/stat')) {
    if (!existsSync(`/proc/${pid}/stat`)) return false;
    return /\(postgres\) [^Z]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether the server at `port` serves `data`. */
export async function serves(port: number, password: string, data: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://bukuri:${password}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
    await client.end();
    return rows[0]?.data === data;
  } catch {
    return false;
  }
}

const PATIENCE_MS = 30_000;

/**
 * Stops an orphaned PostgreSQL of `data`, whose Node process was killed. Called with the folder locked, so nobody uses it. It
 * is identified by connecting: the pid of the pid file may have been reused.
 */
export async function stopOrphan(data: string, password: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let asked = false; Date.now() < deadline; await wait(20)) {
    const orphan = readPidFile(data);
    if (!orphan || !isPostgres(orphan.pid)) return;
    if (!asked && (await serves(orphan.port, password, data))) {
      process.kill(orphan.pid, 'SIGINT');
      asked = true;
    }
  }
}

/**
 * A stale pid file whose pid was reused (after a restart of a container, say) would keep PostgreSQL from starting. With this
 * variable PostgreSQL ignores that pid; it still checks whether the data is in use.
 */
export function orphanEnvironment(data: string): NodeJS.ProcessEnv {
  const stale = readPidFile(data);
  return stale && !isPostgres(stale.pid) ? { PG_GRANDPARENT_PID: String(stale.pid) } : {};
}

/** Command prefix and spawn options to run PostgreSQL, which refuses to run as root. */
export interface RunAs {
  prefix: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
  /** Who must own what the program writes; absent where that is us. */
  owner?: Account;
}

interface Account {
  uid: number;
  gid: number;
}

interface Places {
  /** Where the program will work. */
  folder: string;
  /** Where the data is, if it is there already. */
  cluster: string;
  /** One of the programs, which must be within reach. */
  program: string;
}

/**
 * Unchanged when we are not root. As root in a user namespace; where namespaces are forbidden (Docker's default) as another
 * account with CAP_DAC_OVERRIDE, else as that account alone.
 */
export function runAs({ folder, cluster, program }: Places): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], options: {} };
  const accounts = readAccounts();
  const renamed = () => inNamespace(accounts, program);
  const as = (account?: Account) => withRightToEnter(account, program) ?? asAccount(account, [folder, program]);
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  // Data stays with whom it has: in a namespace it is root's, else the account's that made it.
  const found = owner ? (owner.uid === 0 ? renamed() : as(owner)) : (renamed() ?? as(preferred(accounts)));
  if (found) return found;
  throw new StartError(
    'PostgreSQL does not run as root, this system allows no user namespaces, and no other account may enter ' +
      `${folder}. Start the shop as an ordinary user, or set DATA_DIR to a new folder that every account may enter ` +
      '(such as /var/lib/bukuri), or set DATABASE_URL.',
  );
}

interface NamedAccount extends Account {
  name: string;
}

/** initdb looks the user up, so only existing accounts are possible. */
function readAccounts(): NamedAccount[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0 && uid < 65_534);
}

function preferred(accounts: NamedAccount[]): Account | undefined {
  return accounts.find(({ name }) => name === 'postgres') ?? accounts[0];
}

function inNamespace(accounts: Account[], program: string): RunAs | undefined {
  const account = accounts[0];
  if (!account) return undefined;
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  return reaches(program, prefix) ? { prefix, options: {} } : undefined;
}

/** Without the securebit access(2), which initdb calls, ignores the capability. */
function withRightToEnter(account: Account | undefined, program: string): RunAs | undefined {
  if (!account) return undefined;
  const { uid, gid } = account;
  const who = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  const prefix = ['setpriv', ...who, ...right, '--'];
  return reaches(program, prefix) ? { prefix, options: {}, owner: { uid, gid } } : undefined;
}

function asAccount(account: Account | undefined, paths: string[]): RunAs | undefined {
  if (!account) return undefined;
  const owner = { uid: account.uid, gid: account.gid };
  const canEnter = paths.every((path) => reaches(path, [], owner));
  return canEnter ? { prefix: [], options: owner, owner } : undefined;
}

function reaches(path: string, prefix: string[], options: RunAs['options'] = {}): boolean {
  const [command = '', ...words] = [...prefix, 'test', '-x', path];
  return spawnSync(command, words, { ...options, stdio: 'ignore' }).status === 0;
}
