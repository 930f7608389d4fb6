/** Confirmation emails of messages to support. */
import { afterAll, expect, test } from 'vitest';
import { support } from '#core/contract/support.ts';
import { startJobs } from '#server/jobs.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { newUser } from '#test/shoppers.ts';
import { supportReceived } from './support.service.ts';

const server = await startMailServer({}, afterAll);
const from = 'na-shkruani@bukuri.example';
const shop = await startShop({ config: { rateLimitScale: 1, mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool, deps } = shop;
const worker = await startJobs(deps, shop.url, [supportReceived]);
afterAll(worker.close);

const waiting = async () => (await pool.query('select from graphile_worker._private_jobs')).rowCount;
const mailsTo = async (address: string) => {
  await expect.poll(waiting, { interval: 50 }).toBe(0);
  return server.mails.filter(({ to }) => to.includes(address));
};
const contact = (email: string, message: string, language = 'sq') => {
  const guest = shop.guest();
  guest.cookies.set('language', language);
  return guest(support.contact, { body: { email, subject: 'Blini këtu', message } });
};

test('guest gets a confirmation in the language of the page, without the message', async () => {
  await contact('guest@example.al', 'Vizitoni https://spam.example tani', 'en');
  const [mail, ...more] = await mailsTo('guest@example.al');
  expect(more).toEqual([]);
  expect(mail?.headers.get('subject')).toBe('Your message arrived');
  expect(mail?.raw).not.toMatch(/spam|Vizitoni|Blini/);
  expect(mail?.text).toContain('We received your message');
});

test('account gets a confirmation per message, in its language', async () => {
  const email = 'ana@example.al';
  await newUser(db, { email, username: email, language: 'en', emailVerifiedAt: new Date() });
  const ana = await shop.as({ email });
  for (const message of ['Ku?', 'Ku?', 'Kur?']) await ana(support.send, { body: { message } });
  const mails = await mailsTo(email);
  expect(mails.map(({ headers }) => headers.get('subject'))).toEqual(['Your message arrived', 'Your message arrived']);
  expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(2);
});

test('confirmations to an unverified mailbox are limited to three a day for its plain and three for its other names', async () => {
  for (let turn = 0; turn < 4; turn++) await contact(`viktima+${turn}@example.al`, `Mesazhi ${turn}`);
  await shop.pool.query("delete from rate_limits where key like 'contacts:%'");
  const email = 'viktima@example.al';
  await newUser(db, { email, username: email });
  await (await shop.as({ email }))(support.send, { body: { message: 'Edhe një' } });
  for (let turn = 0; turn < 2; turn++) await contact(email, `Një tjetër ${turn}`);
  await contact(email, 'E fundit');
  expect(await mailsTo(email)).toHaveLength(3);
  expect(server.mails.filter(({ to }) => to[0]?.startsWith('viktima+'))).toHaveLength(3);
  const { rows } = await pool.query("select from support_messages where message in ('Edhe një', 'E fundit')");
  expect(rows, 'and is stored all the same').toHaveLength(2);
});

test('account closed meanwhile gets no confirmation', async () => {
  const email = 'iku@example.al';
  const userId = await newUser(db, { email, username: email });
  const messageId = crypto.randomUUID();
  await pool.query("insert into support_messages (id, user_id, message) values ($1, $2, 'Ku?')", [messageId, userId]);
  await pool.query('update users set is_active = false where id = $1', [userId]);
  await supportReceived.perform(deps, { messageId, language: 'sq' });
  await supportReceived.perform(deps, { messageId: crypto.randomUUID(), language: 'sq' });
  expect(await mailsTo(email)).toEqual([]);
});
