/** Second factor: setting up, one-time codes, recovery codes, turning off. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { secondFactors } from '#core/contract/accounts/second-factors.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf } from '#test/second-factors.ts';

const shop = await startShop();
const PASSWORD = 'një gotë me ujë';
const HALF_A_MINUTE = 30_000;
let people = 0;

const confirmEmail = (userId: string) =>
  shop.pool.query('update users set email_verified_at = now() where id = $1', [userId]);

async function member(): Promise<{ username: string; client: Client; userId: string }> {
  const username = `coder${++people}@example.al`;
  const client = shop.guest();
  const { user } = await client(accounts.register, { body: { email: username, passwordHash: PASSWORD } });
  await confirmEmail(user.id);
  return { username, client, userId: user.id };
}

const codeNow = (secret: string, later = 0) => codeOf(secret, shop.clock.now() + later);

/** Somebody whose account asks for codes. */
async function coder() {
  const person = await member();
  const { secret } = await person.client(secondFactors.begin, { body: { password: PASSWORD } });
  const body = { code: codeNow(secret) };
  const { recoveryCodes } = await person.client(secondFactors.confirm, { body });
  shop.clock.move(2 * HALF_A_MINUTE);
  return { ...person, secret, recoveryCodes };
}

const signIn = (username: string, code?: string, client = shop.guest()) =>
  client(accounts.login, { body: { username, password: PASSWORD, ...(code !== undefined && { code }) } });

test('second factor is required once a first code is confirmed', async () => {
  const { client, username } = await member();
  expect(await client(secondFactors.state)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  const begun = await client(secondFactors.begin, { body: { password: PASSWORD } });
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Bukuri:coder\d+%40example\.al\?issuer=Bukuri&secret=[A-Z2-7]{32}&/);
  await signIn(username);
  expect(await refusal(client(secondFactors.confirm, { body: { code: '000000' } }))).toBe(
    '403 secondFactors.wrongCode',
  );
  await signIn(username);
  const { recoveryCodes } = await client(secondFactors.confirm, { body: { code: codeNow(begun.secret) } });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(await client(secondFactors.state)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  expect(await refusal(signIn(username))).toBe('401 accounts.codeNeeded');
});

test('second factor with an unverified address is refused', async () => {
  const { client, userId } = await member();
  await shop.pool.query('update users set email_verified_at = null where id = $1', [userId]);
  const beginning = () => client(secondFactors.begin, { body: { password: PASSWORD } });
  expect(await refusal(beginning())).toBe('409 secondFactors.emailNotConfirmed');
  expect(await refusal(client(secondFactors.confirm, { body: { code: '000000' } }))).toBe('409 secondFactors.notBegun');
  await confirmEmail(userId);
  expect(await beginning()).toMatchObject({ secret: expect.any(String) });
});

test('sign-in without a code or with a wrong one is refused', async () => {
  const { username, secret } = await coder();
  expect(await refusal(signIn(username))).toBe('401 accounts.codeNeeded');
  expect(await refusal(signIn(username, ' '))).toBe('401 accounts.codeNeeded');
  for (const wrong of ['000000', '12345', 'ABCDE-FGHJK', codeNow(secret, 10 * HALF_A_MINUTE)])
    expect(await refusal(signIn(username, wrong))).toBe('401 secondFactors.wrongCode');
  const { user } = await signIn(username, codeNow(secret));
  expect(user.email).toBe(username);
});

test('wrong password does not reveal a second factor and uses up no code', async () => {
  const { username, secret } = await coder();
  const wrong = { username, password: 'wrong', code: codeNow(secret) };
  expect(await refusal(shop.guest()(accounts.login, { body: wrong }))).toBe('401 accounts.badCredentials');
  await signIn(username, codeNow(secret));
});

test('codes one step off are accepted, two steps off refused', async () => {
  const { username, secret } = await coder();
  expect(await refusal(signIn(username, codeNow(secret, -2 * HALF_A_MINUTE)))).toBe('401 secondFactors.wrongCode');
  expect(await refusal(signIn(username, codeNow(secret, 2 * HALF_A_MINUTE)))).toBe('401 secondFactors.wrongCode');
  await signIn(username, codeNow(secret, -HALF_A_MINUTE));
  await signIn(username, codeNow(secret, HALF_A_MINUTE));
});

test('code works once, and invalidates earlier ones', async () => {
  const { username, secret } = await coder();
  await signIn(username, codeNow(secret));
  expect(await refusal(signIn(username, codeNow(secret)))).toBe('401 secondFactors.wrongCode');
  expect(await refusal(signIn(username, codeNow(secret, -HALF_A_MINUTE)))).toBe('401 secondFactors.wrongCode');
  shop.clock.move(HALF_A_MINUTE);
  await signIn(username, ` ${codeNow(secret).slice(0, 3)} ${codeNow(secret).slice(3)} `);
});

test('recovery code works once, in any spelling, for its account only', async () => {
  const { username, recoveryCodes, client } = await coder();
  const other = await coder();
  const [first = '', second = ''] = recoveryCodes;
  expect(await refusal(signIn(other.username, first))).toBe('401 secondFactors.wrongCode');
  await signIn(username, first.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'));
  expect(await refusal(signIn(username, first))).toBe('401 secondFactors.wrongCode');
  expect(await client(secondFactors.state)).toEqual({ isOn: true, recoveryCodesLeft: 9 });
  await signIn(username, second);
});

test('renewing recovery codes needs a code and invalidates the former ones', async () => {
  const { username, recoveryCodes, secret, client } = await coder();
  const [old = ''] = recoveryCodes;
  expect(await refusal(client(secondFactors.renew, { body: { code: '000000' } }))).toBe('403 secondFactors.wrongCode');
  const renewed = await client(secondFactors.renew, { body: { code: codeNow(secret) } });
  expect(renewed.recoveryCodes).toHaveLength(10);
  expect(shop.log.lines.map(({ text }) => text).join('\n')).toContain('secondFactors.renew');
  expect(await refusal(signIn(username, old))).toBe('401 secondFactors.wrongCode');
  await signIn(username, renewed.recoveryCodes[0]);
});

test('second factor changes without password or code are refused', async () => {
  const { client, username, userId } = await coder();
  const wrong = { body: { password: 'wrong' } };
  expect(await refusal(client(secondFactors.begin, wrong))).toBe('403 accounts.wrongPassword');
  expect(await refusal(client(secondFactors.begin, { body: {} }))).toBe('403 accounts.wrongPassword');
  expect(await refusal(client(secondFactors.begin, { body: { password: PASSWORD } }))).toBe('409 secondFactors.isOn');
  expect(await refusal(client(secondFactors.end, { body: { code: '000000' } }))).toBe('403 secondFactors.wrongCode');
  expect(await refusal(signIn(username))).toBe('401 accounts.codeNeeded');
  const auditEvents = (await shop.db.select().from(auditLog)).filter(({ subjectId }) => subjectId === userId);
  expect(auditEvents.map(({ action }) => action)).toEqual(['accounts.register', 'secondFactors.begin']);
});

test('turning off needs a code; then the password alone signs in', async () => {
  const { client, username, secret } = await coder();
  await client(secondFactors.end, { body: { code: codeNow(secret) } });
  expect(await client(secondFactors.state)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  await signIn(username);
  expect(await refusal(client(secondFactors.end, { body: { code: codeNow(secret) } }))).toBe('409 secondFactors.isOff');
});

/** Somebody who turned codes on a moment ago, and the same call once more. */
async function justOn() {
  const { client, username, userId } = await member();
  const elsewhere = shop.guest();
  await signIn(username, undefined, elsewhere);
  const { secret } = await client(secondFactors.begin, { body: { password: PASSWORD } });
  const body = { code: codeNow(secret) };
  const { recoveryCodes } = await client(secondFactors.confirm, { body });
  const again = (by = client) => by(secondFactors.confirm, { body });
  return { client, username, userId, elsewhere, secret, body, recoveryCodes, again };
}

test('confirmation, response lost, answers new recovery codes for the same code', async () => {
  const { username, userId, recoveryCodes, again } = await justOn();
  const told = await again();
  expect(told.recoveryCodes).toHaveLength(10);
  expect(await refusal(signIn(username, recoveryCodes[0]))).toBe('401 secondFactors.wrongCode');
  await signIn(username, told.recoveryCodes[0]);
  const auditEvents = (await shop.db.select().from(auditLog)).filter(({ subjectId }) => subjectId === userId);
  expect(auditEvents.map(({ action }) => action).slice(1)).toEqual(['secondFactors.begin', 'secondFactors.renew']);
});

test('confirmation code is refused in another session and for other actions', async () => {
  const { client, elsewhere, body, again } = await justOn();
  for (const _ of [1, 2]) expect(await refusal(again(elsewhere))).toBe('409 secondFactors.notBegun');
  for (const row of [secondFactors.renew, secondFactors.end])
    expect(await refusal(client(row, { body }))).toBe('403 secondFactors.wrongCode');
});

test('confirmation code expires with its time step, or with a later code', async () => {
  const late = await justOn();
  shop.clock.move(2 * HALF_A_MINUTE);
  expect(await refusal(late.again())).toBe('409 secondFactors.notBegun');
  const second = await justOn();
  await signIn(second.username, codeNow(second.secret, HALF_A_MINUTE));
  expect(await refusal(second.again())).toBe('409 secondFactors.notBegun');
});

test('tables and log hold no recovery code, the log no secret', async () => {
  const { recoveryCodes, secret } = await coder();
  const { rows } = await shop.pool.query('select hash from recovery_codes');
  const [code = ''] = recoveryCodes;
  expect(JSON.stringify(rows)).not.toContain(code.slice(0, 5));
  for (const said of [secret, code]) expect(JSON.stringify(shop.log.lines)).not.toContain(said);
});
