/** Checks of transaction poolers such as PgBouncer, which keep no session settings. */
import pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';

/** Throws when the pooler sets no timeouts or leads to another database than the direct URL. */
export async function checkPooler(url: string, direct: string): Promise<void> {
  const { limits, place } = await look(url);
  if ((await look(direct)).place !== place) {
    throw new StartError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  }
  if (!limits) {
    throw new StartError(
      'The pooler of DATABASE_URL sets no time limits. In PgBouncer, add to the line of the database: ' +
        "connect_query='set statement_timeout = 3000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 5000'",
    );
  }
}

/** An unusual value, to recognise whether it was kept. */
const ODD_LIMIT_MS = 2_999;

/** Throws when DATABASE_URL is a transaction pooler without DATABASE_DIRECT_URL: session settings and locks would be lost. */
export async function checkNoPooler(url: string): Promise<void> {
  const limit = { statement_timeout: ODD_LIMIT_MS };
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, ...limit });
  try {
    await client.connect();
    const { rows } = await client.query("select setting from pg_settings where name = 'statement_timeout'");
    if (rows[0]?.setting === String(ODD_LIMIT_MS)) return;
  } catch (error) {
    if (!/startup parameter/.test(String(error))) throw error;
  } finally {
    await client.end();
  }
  throw new StartError(
    'DATABASE_URL leads to a pooler (PgBouncer, say), which keeps no settings of a connection. Give DATABASE_DIRECT_URL too: the same database without the pooler.',
  );
}

const LOOK = `select current_setting('statement_timeout') <> '0' and current_setting('lock_timeout') <> '0'
    and current_setting('idle_in_transaction_session_timeout') <> '0' as limits,
  current_database() || ' ' || pg_postmaster_start_time() as place`;

async function look(url: string): Promise<{ limits: boolean; place: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query(LOOK);
    return rows[0];
  } finally {
    await client.end();
  }
}
