/** A pooler that gives a connection to another after each transaction: what must be set in it, since nodes cannot. */
import pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';

/** Refuses a pooler that sets no time limits, and one that leads to another database than the direct way. */
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
