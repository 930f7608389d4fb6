import { expect, test, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { runScript } from '#test/run-script.ts';

vi.setConfig({ testTimeout: 60_000 });

const { pool, url } = await testDatabase();

const run = (words: string[] = [], env: Record<string, string> = {}) =>
  runScript('rate', { words, env: { DATABASE_URL: url, CARD_SANDBOX: 'off', ...env } });

test('an operator sees what a dollar costs, and sets it', async () => {
  expect(run()).toEqual({ status: 0, said: expect.stringContaining('cards pause') });
  expect(run([], { EXCHANGE_RATE_ALL_PER_USD: '97.5' }).said).toBe('1 USD = 97.5 ALL, from the configuration\n');
  expect(run([], { CARD_SANDBOX: 'on' }).said).toBe('1 USD = 81 ALL, from the sandbox, which made it up\n');
  await pool.query(
    "insert into exchange_rates (id, all_per_usd, source, taken_at) select gen_random_uuid(), 90 + n, 'feed', now() - make_interval(hours => 2 + n) from generate_series(0, 11) n",
  );
  const { said } = run();
  expect(said).toMatch(/^1 USD = 90 ALL, from the feed, 2 h 0 min old\n/);
  expect(said.trim().split('\n')).toHaveLength(11);
  expect(run(['95.4'])).toEqual({
    status: 0,
    said: expect.stringMatching(
      /^1 USD = 95.4 ALL, from an administrator, 0 h 0 min old\n.* {2}95.4 {2}an administrator\n/s,
    ),
  });
  const { rows } = await pool.query("select actor_id, detail from audit_log where action = 'exchange.setRate'");
  expect(rows).toEqual([{ actor_id: null, detail: { allPerUsd: '95.4' } }]);
});

test('what may be mistyped is not set', async () => {
  expect(run(['1'])).toEqual({ status: 1, said: expect.stringContaining('EXCHANGE_RATE_RANGE') });
  expect(run(['130'])).toEqual({ status: 1, said: expect.stringContaining('say it again with --force') });
  expect(run(['130', '--force']).said).toMatch(/^1 USD = 130 ALL, from an administrator/);
});

test.each([[['95,4']], [['0']], [['95.4', '96']], [['twice']]])('%j is no rate and changes nothing', async (words) => {
  const before = await pool.query('select from exchange_rates');
  expect(run(words)).toEqual({ status: 1, said: expect.stringContaining('lek for one dollar') });
  expect((await pool.query('select from exchange_rates')).rowCount).toBe(before.rowCount);
});
