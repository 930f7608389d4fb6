/** Statements and addresses of the PostgreSQL that tests share. */
import pg from 'pg';

/** Settings of a PostgreSQL that lives as long as a run, so it need not survive the machine. */
export const FOR_ONE_RUN = ['max_connections=300', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Migrated once per run; cloned for each test file. */
export const TEMPLATE = 'bukuri_template';

/** The address of another database of the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
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
