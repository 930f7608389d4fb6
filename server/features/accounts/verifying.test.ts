/** Who registers is asked by mail whether the address is theirs. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users } from '#db/schema/people.ts';
import { tokens } from '#db/schema/sign-in.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { tokenIn, workOff } from '#test/mailed-links.ts';
import { refusal } from '#test/refusal.ts';
import { makeLink } from './mailed-links.store.ts';

const server = await startMailServer({}, afterAll);
const from = 'llogari@bukuri.example';
const shop = await startShop({ config: { mail: { kind: 'smtp', url: server.url, from } } });
const { db } = shop;

let people = 0;
async function newcomer() {
  const client = shop.guest();
  const email = `e-re${++people}@example.al`;
  const { user } = await client(accounts.register, { body: { email, passwordHash: 'një gotë me ujë' } });
  return { client, email, userId: user.id };
}
const verify = (token: string) => shop.guest()(accounts.verify, { body: { token } });
const isVerified = async (client: Client) => (await client(accounts.me)).user.isEmailVerified;
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));

test('the link of the mail confirms the address, wherever it is opened, and says so again', async () => {
  const one = await newcomer();
  await workOff(shop);
  const [mail, ...more] = mailsTo(one.email);
  expect([mail?.headers.get('subject'), more]).toEqual(['Konfirmoni emailin tuaj', []]);
  expect(mail?.text).toContain('Nëse nuk e krijuat ju, mos e konfirmoni.');
  const token = tokenIn(mail ?? { text: '' });
  expect(await isVerified(one.client)).toBe(false);
  for (let press = 0; press < 3; press++) expect(await verify(token)).toEqual({ success: true });
  expect(await isVerified(one.client)).toBe(true);
  const deeds = await db.select().from(auditLog).where(eq(auditLog.subjectId, one.userId));
  expect(deeds.map(({ action }) => action)).toEqual(['accounts.register', 'accounts.verifyEmail']);
  const told = shop.log.lines.filter(({ text }) => text.includes('accounts.verifyEmail'));
  expect(told).toHaveLength(1);
});

test('an address is confirmed by its own link alone, in time', async () => {
  const one = await newcomer();
  const link = (more: object = {}) =>
    makeLink(db, { userId: one.userId, email: one.email, purpose: 'verify' as const, ...more });
  const [late, early] = [await link(), await link()];
  await db
    .update(tokens)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(tokens.id, late.id));
  const wrong = [
    await link({ purpose: 'reset' }),
    await link({ email: 'tjeter@example.al' }),
    late,
    { token: late.id },
  ];
  for (const { token } of wrong) expect(await refusal(verify(token))).toBe('400 accounts.linkOver');
  expect(await isVerified(one.client)).toBe(false);
  await verify(early.token);
  expect(await isVerified(one.client)).toBe(true);
});

test('another link may be asked for while it is not confirmed, a few times a day for one mailbox', async () => {
  const limited = await startShop({ url: shop.url, config: { ...shop.deps.config, rateLimitScale: 1 } });
  await shop.pool.query('delete from rate_limits');
  const one = await newcomer();
  await shop.pool.query("delete from rate_limits where key like 'verificationMails:%'");
  const client = await limited.as({ email: one.email });
  for (let times = 0; times < 6; times++) expect(await client(accounts.verifyRequest)).toEqual({ success: true });
  expect(await refusal(client(accounts.verifyRequest))).toBe('429 limit.reached');
  // With the same mailbox by another name: the account is made, its mail has to wait.
  const again = limited.guest();
  await again(accounts.register, {
    body: { email: one.email.replace('@', '+2@'), passwordHash: 'një gotë me ujë' },
  });
  await workOff(shop);
  expect(mailsTo(one.email.replace('@', '+2@'))).toEqual([]);
  expect(mailsTo(one.email)).toHaveLength(7);
});

test('to who confirmed it already nothing is sent, whenever it was asked for', async () => {
  const one = await newcomer();
  await workOff(shop);
  await one.client(accounts.verifyRequest);
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, one.userId));
  await one.client(accounts.verifyRequest);
  await workOff(shop);
  expect(mailsTo(one.email)).toHaveLength(1);
});
