/** Statements and addresses of the PostgreSQL that tests share. */
import pg from 'pg';

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
