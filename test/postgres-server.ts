/** Statements and addresses of the PostgreSQL that tests share. */
import pg from 'pg';

/** Settings of a PostgreSQL that lives as long as a run, so it need not survive the machine. */
export const FOR_ONE_RUN = [
  ...['max_connections=300', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  // Each of thousands of connections proves its password with 4096 otherwise.
  'scram_iterations=1',
];

/** Migrated once per run; cloned for each test file. */
export const TEMPLATE = 'bukuri_template';

/** Who owns the databases of tests: anybody who may sign in, as on a PostgreSQL that is not our own. */
export const OWNER = 'bukuri_owner';

/** The address of another database of the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same as its owner sees it. */
export function ownersUrl(server: string, name: string): string {
  const url = new URL(databaseUrl(server, name));
  return Object.assign(url, { username: OWNER, password: url.password || 'x' }).href;
}

/** Makes the owner, who has the password of whoever made it. */
export async function createOwner(server: string): Promise<void> {
  const password = new URL(ownersUrl(server, TEMPLATE)).password;
  await onServer(
    server,
    `do $$ begin create role ${OWNER}; exception when duplicate_object or unique_violation then null; end $$;
     alter role ${OWNER} login password '${password}'`,
  );
}

/** Runs one statement outside any test database. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
