/** Failures while an attempt is taken back. */
import { expect, onTestFinished, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const PASSWORD = 'një gotë me ujë';

const register = (email = `${newSessionId()}@example.al`) =>
  shop.guest()(accounts.register, { body: { email, passwordHash: PASSWORD } });

/** Until the test ends the database does that before it changes a table. */
async function meanwhile(table: 'rate_limits' | 'users', when: string, statement: string): Promise<void> {
  await shop.pool.query(`create function on_${table}() returns trigger language plpgsql as $$
      begin ${statement}; return new; end $$;
    create trigger on_${table} before ${when} execute function on_${table}()`);
  onTestFinished(async () => void (await shop.pool.query(`drop function on_${table} cascade`)));
}

const takenBack = 'update on rate_limits for each row when (new.count < old.count)';
const said = (text: string) => shop.log.lines.filter((line) => line.text.includes(text));

test('failed request, attempt cannot be taken back, answers the first error and logs both', async () => {
  await meanwhile('users', 'insert on users for each row', "raise 'the first'");
  await meanwhile('rate_limits', takenBack, "raise 'the second' using errcode = '55P03'");
  expect(await refusal(register())).toBe('500 server.failed');
  expect(said('"failed"')).toHaveLength(1);
  const beside = said('an attempt stays counted').map(({ text }) => JSON.parse(text));
  expect(beside).toMatchObject([{ limit: 'registrations' }, { limit: 'networkRegistrations' }]);
  expect(beside[0].requestId).toBe(JSON.parse(said('"failed"')[0]?.text ?? '').requestId);
});

test('right password, attempt cannot be taken back, is signed in', async () => {
  const email = 'lule@example.al';
  await register(email);
  await meanwhile('rate_limits', takenBack, "raise 'away' using errcode = '55P03'");
  const { user } = await shop.guest()(accounts.login, { body: { username: email, password: PASSWORD } });
  expect(user.email).toBe(email);
});
