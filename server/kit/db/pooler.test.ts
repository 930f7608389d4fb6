import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { closeDeps, createDeps } from '#server/create-deps.ts';
import { asSuperuser, emptyDatabase, testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { onServer } from '#test/postgres-server.ts';
import { createPool } from './pool.ts';
import { checkNoPooler, checkPooler } from './pooler.ts';

const { url } = await testDatabase();

test('pooler without timeouts, checked, is refused with instructions', async () => {
  await expect(checkPooler(url, url)).rejects.toThrow("connect_query='set statement_timeout = 3000");
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await onServer(url, `alter database ${new URL(url).pathname.slice(1)} set ${name} = 1000`);
  }
  await checkPooler(url, url);
});

test('direct URL, other database, is refused', async () => {
  await expect(checkPooler(url, await emptyDatabase())).rejects.toThrow('lead to different databases');
});

/** A way to the database on which the first words of a connection go through `passOn`, as through a pooler. */
async function behind(passOn: (said: Buffer, client: Socket) => Buffer | null): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const onward = connect(Number(port), hostname).on('error', () => client.destroy());
    onTestFinished(() => void client.on('error', () => {}).destroy());
    client.once('data', (said: Buffer) => {
      const passed = passOn(said, client);
      if (!passed) return void onward.destroy();
      onward.write(passed);
      client.pipe(onward).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href;
}

test('pooler without a direct URL, checked, is refused', async () => {
  const refused = Buffer.from('E....SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
  refused.writeInt32BE(refused.length - 1, 1);
  const refusing = await behind((_said, client) => {
    client.end(refused);
    return null;
  });
  await expect(checkNoPooler(refusing)).rejects.toThrow('Give DATABASE_DIRECT_URL too');
  const latin = (said: Buffer, to: string) =>
    Buffer.from(said.toString('latin1').replace('statement_timeout', to), 'latin1');
  const dropping = await behind((said) => latin(said, 'x.atement_timeout'));
  await expect(checkNoPooler(dropping)).rejects.toThrow('Give DATABASE_DIRECT_URL too');
  await checkNoPooler(await behind((said) => said));
});

test('unnamed statements, executed, are not prepared', async () => {
  const kept = async (namedStatements: boolean) => {
    const pool = createPool({ url, max: 1, namedStatements, isPooled: true });
    await pool.query({ name: 'one', text: 'select 1' });
    const { rowCount } = await pool.query('select from pg_prepared_statements');
    await pool.end();
    return rowCount;
  };
  expect([await kept(true), await kept(false)]).toEqual([1, 0]);
});

test('LISTEN connection, with a pooler, uses the direct URL', async () => {
  await onServer(asSuperuser(url), "create role past_the_pooler login password 'x'");
  const direct = Object.assign(new URL(url), { username: 'past_the_pooler', password: 'x' });
  const config = loadConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct.href, NODE_ENV: 'test' });
  const deps = await createDeps(config, { databaseUrl: url, log: recordingLog() });
  await deps.cache.ready;
  const { rows } = await deps.pool.query(
    "select usename as who from pg_stat_activity where application_name = 'bukuri-listen' and datname = current_database()",
  );
  await closeDeps(deps);
  await onServer(asSuperuser(url), 'drop role past_the_pooler');
  expect(rows).toEqual([{ who: 'past_the_pooler' }]);
});
