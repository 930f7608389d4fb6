import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';

const shop = await startShop();
const node = await shop.anotherNode();
const { db, pool } = shop;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);
const CHROME =
  'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const NOBODY = '401 access.notAuthenticated';

async function member() {
  const email = `${v7()}@example.al`;
  return { email, userId: await newUser(db, { email, username: email, passwordHash }) };
}

async function signIn(email: string, userAgent: string, on = shop): Promise<Client> {
  const client = on.guest();
  const answer = await client.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
  expect(answer.statusCode).toBe(200);
  return client;
}

test('sessions are listed by device name, this one first', async () => {
  const { email } = await member();
  const phone = await signIn(email, CHROME);
  const other = await signIn(email, SAFARI);
  await signIn(email, 'curl/8.0');
  await signIn(email, '<b>Hyni këtu</b>/1.0 (http://evil.example)');
  const listed = await phone(sessions.list);
  expect(listed.map(({ device }) => device)).toEqual(['Chrome, Android', null, null, 'Safari, iOS']);
  expect(listed.map(({ isThis }) => isThis)).toEqual([true, false, false, false]);
  const [first] = await other(sessions.list);
  expect(first).toMatchObject({ device: 'Safari, iOS', isThis: true });
  const lasts = Date.parse(first?.expiresAt ?? '') - Date.parse(first?.signedInAt ?? '');
  expect(lasts).toBe(12 * 3600 * 1000);
});

test('session list holds no tokens and no expired sessions', async () => {
  const { email, userId } = await member();
  const phone = await signIn(email, CHROME);
  await signIn(email, SAFARI);
  const token = phone.cookies.get('bukuri') ?? '';
  const { rows } = await pool.query('select sid from sessions where user_id = $1', [userId]);
  const listed = await phone(sessions.list);
  const [, other] = listed;
  const body = JSON.stringify(listed);
  for (const secret of [token, ...rows.map(({ sid }) => sid)]) expect(body).not.toContain(secret);
  await pool.query("update sessions set expire = now() - interval '1 second' where id = $1", [other?.id]);
  expect(await phone(sessions.list)).toHaveLength(1);
});

test('ending a session takes effect on every node and is written to the audit log', async () => {
  const { email, userId } = await member();
  const [phone, stolen] = [await signIn(email, CHROME), await signIn(email, SAFARI, node)];
  expect((await stolen(accounts.me)).user.id).toBe(userId);
  const [, other] = await phone(sessions.list);
  const end = () => phone(sessions.end, { params: { id: other?.id ?? '' } });
  expect(await end()).toEqual({ success: true });
  expect(await refusal(stolen(accounts.me))).toBe(NOBODY);
  expect(await end(), 'again the same').toEqual({ success: true });
  expect((await phone(sessions.list)).map(({ device }) => device)).toEqual(['Chrome, Android']);
  const auditEvents = await db.select().from(auditLog).where(eq(auditLog.subjectId, userId));
  expect(auditEvents.map(({ action }) => action)).toEqual(['sessions.end']);
  expect(shop.log.lines.some(({ text }) => text.includes('sessions.end') && text.includes(userId))).toBe(true);
});

test('sessions of others can be neither seen nor ended', async () => {
  const [ana, besa] = [await member(), await member()];
  const [hers, other] = [await signIn(ana.email, CHROME), await signIn(besa.email, CHROME)];
  const [session] = await hers(sessions.list);
  expect(await other(sessions.list)).toHaveLength(1);
  expect(await other(sessions.end, { params: { id: session?.id ?? '' } })).toEqual({ success: true });
  expect((await hers(accounts.me)).user.id).toBe(ana.userId);
  expect(await db.$count(auditLog, eq(auditLog.actorId, besa.userId))).toBe(0);
});

test('ending the own session signs out', async () => {
  const { email } = await member();
  const phone = await signIn(email, CHROME);
  const token = phone.cookies.get('bukuri') ?? '';
  const [session] = await phone(sessions.list);
  await phone(sessions.end, { params: { id: session?.id ?? '' } });
  expect([...phone.cookies.keys()]).toEqual(['hasSignedIn', 'bukuri-browser']);
  phone.cookies.set('bukuri', token);
  expect(await refusal(phone(accounts.me))).toBe(NOBODY);
});

test('ending all others, there are none, writes nothing to the audit log', async () => {
  const { email, userId } = await member();
  const [phone] = [await signIn(email, CHROME), await signIn(email, SAFARI)];
  for (let times = 0; times < 3; times++) await phone(sessions.endOthers);
  const auditEvents = await db.select().from(auditLog).where(eq(auditLog.subjectId, userId));
  expect(auditEvents.map(({ action, detail }) => [action, detail])).toEqual([['sessions.endOthers', { ended: 1 }]]);
});

test('account keeps its 100 newest sessions and 50 newest devices', async () => {
  const [{ email, userId }, besa] = [await member(), await member()];
  const neighbour = await signIn(besa.email, CHROME);
  await pool.query(
    `with made as (insert into devices (id, user_id, browser, name, created_at, last_sign_in_at)
       select gen_random_uuid(), $1, 'b' || n, 'Safari, iOS', now() - n * interval '1 day', now() - n * interval '1 day' from generate_series(1, 120) n
       returning id, last_sign_in_at)
     insert into sessions (sid, sess, user_id, device_id, expire, created_at)
       select id::text, '{"rememberMe": true}', $1, id, now() + interval '1 day', last_sign_in_at from made`,
    [userId],
  );
  const phone = await signIn(email, CHROME);
  const kept = async (table: string) =>
    (await pool.query(`select count(*)::int from ${table} where user_id = $1`, [userId])).rows[0].count;
  expect([await kept('sessions'), await kept('devices')]).toEqual([100, 50]);
  const listed = await phone(sessions.list);
  expect(listed.map(({ device }) => device)).toEqual([
    'Chrome, Android',
    ...Array(49).fill('Safari, iOS'),
    ...Array(50).fill(null),
  ]);
  expect(Date.parse(listed.at(-1)?.signedInAt ?? '')).toBeGreaterThan(Date.now() - 99.5 * 86_400_000);
  expect((await neighbour(accounts.me)).user.id).toBe(besa.userId);
});

test('ending all others keeps this session and those of other accounts', async () => {
  const [ana, besa] = [await member(), await member()];
  const [phone, desk, far] = [
    await signIn(ana.email, CHROME),
    await signIn(ana.email, SAFARI),
    await signIn(ana.email, SAFARI, node),
  ];
  const neighbour = await signIn(besa.email, CHROME);
  await phone(sessions.endOthers);
  expect((await phone(sessions.list)).map(({ isThis }) => isThis)).toEqual([true]);
  for (const ended of [desk, far]) expect(await refusal(ended(accounts.me))).toBe(NOBODY);
  expect((await neighbour(accounts.me)).user.id).toBe(besa.userId);
});
