/** PostgreSQL refuses to run as root: who runs its programs instead. */
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { StartError } from '#server/kit/start-error.ts';

/** How to start a program of PostgreSQL: words to put before it and options for the spawn. */
export interface RunAs {
  prefix: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Plainly when we are not root. As root in a user namespace, where the same files and folders stay reachable and only
 * the name changes; where the system forbids namespaces, as the owner of the cluster or the account `postgres`.
 */
export function runAs(folder: string, cluster: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], options: {} };
  const owner = existsSync(cluster) ? statSync(cluster) : statSync(folder);
  if (owner.uid !== 0) return { prefix: [], options: { uid: owner.uid, gid: owner.gid } };
  const accounts = readAccounts();
  return inNamespace(accounts) ?? asPostgres(folder, accounts);
}

function readAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Any account will do: inside the namespace it is only the name that initdb looks up. */
function inNamespace(accounts: Account[]): RunAs | undefined {
  const account = accounts.find(({ uid }) => uid > 0 && uid < 65_534);
  if (!account) return undefined;
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  const [command = '', ...words] = [...prefix, 'true'];
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0 ? { prefix, options: {} } : undefined;
}

function asPostgres(folder: string, accounts: Account[]): RunAs {
  const account = accounts.find(({ name }) => name === 'postgres') ?? createAccount();
  const options = { uid: account.uid, gid: account.gid };
  const reachable = spawnSync('test', ['-r', process.execPath, '-a', '-x', folder], { ...options, stdio: 'ignore' });
  if (reachable.status !== 0) throw new StartError(advice(folder));
  chownSync(folder, account.uid, account.gid);
  return { prefix: [], options };
}

function createAccount(): Account {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  const account = readAccounts().find(({ name }) => name === 'postgres');
  if (!account) throw new StartError(advice('DATA_DIR'));
  return account;
}

function advice(folder: string): string {
  return (
    'PostgreSQL does not run as root, this system allows no user namespaces, and no other account may enter ' +
    `${folder}. Start the shop as an ordinary user, or set DATA_DIR to a folder every account may enter ` +
    '(such as /var/lib/bukuri), or set DATABASE_URL.'
  );
}
