/** PostgreSQL refuses to run as root: who runs its programs instead. */
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { StartError } from '#server/kit/start-error.ts';

/** How to start a program of PostgreSQL: words to put before it and options for the spawn. */
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

/**
 * Plainly when we are not root. As root in a user namespace, where the same files stay reachable and only the name
 * changes. Where namespaces are forbidden (Docker's default), as another account that keeps the right to enter root's
 * folders, or at last as that account alone.
 */
export function runAs(folder: string, cluster: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], options: {} };
  const accounts = readAccounts();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  const ways = [
    () => (owner && owner.uid !== 0 ? undefined : inNamespace(accounts)),
    () => (owner?.uid === 0 ? undefined : withRightToEnter(owner ?? preferred(accounts))),
    () => (owner?.uid === 0 ? undefined : asAccount(owner ?? preferred(accounts), folder)),
  ];
  for (const way of ways) {
    const found = way();
    if (found) return found;
  }
  throw new StartError(
    'PostgreSQL does not run as root, this system allows no user namespaces, and no other account may enter ' +
      `${folder}. Start the shop as an ordinary user, or set DATA_DIR to a new folder that every account may enter ` +
      '(such as /var/lib/bukuri), or set DATABASE_URL.',
  );
}

interface NamedAccount extends Account {
  name: string;
}

/** initdb looks its user up, so only accounts that exist will do. */
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

function inNamespace(accounts: Account[]): RunAs | undefined {
  const account = accounts[0];
  if (!account) return undefined;
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  return works(prefix) ? { prefix, options: {} } : undefined;
}

function withRightToEnter(account: Account | undefined): RunAs | undefined {
  if (!account) return undefined;
  const { uid, gid } = account;
  const who = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const prefix = ['setpriv', ...who, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'];
  return works(prefix) ? { prefix, options: {}, owner: { uid, gid } } : undefined;
}

function asAccount(account: Account | undefined, folder: string): RunAs | undefined {
  if (!account) return undefined;
  const { uid, gid } = account;
  const canEnter = [folder, import.meta.dirname].every(
    (path) => spawnSync('ls', ['-d', `${path}/.`], { uid, gid, stdio: 'ignore' }).status === 0,
  );
  return canEnter ? { prefix: [], options: { uid, gid }, owner: { uid, gid } } : undefined;
}

function works(prefix: string[]): boolean {
  const [command = '', ...words] = [...prefix, 'true'];
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}
