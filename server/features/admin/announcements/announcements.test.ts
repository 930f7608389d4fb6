import { expect, test } from 'vitest';
import { adminAnnouncements } from '#core/contract/admin/announcements.ts';
import { notifications } from '#core/contract/notifications.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { notificationsEmail } from '#server/features/notifications/notifications.jobs.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';
import { announcementsNotify } from './announcements.routes.ts';

const shop = await startShop({ config: { rateLimitScale: 1, mail: { kind: 'sandbox', isForAll: true } } });
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });

const news = {
  title: ' Versioni i ri ',
  titleEn: 'New version',
  text: 'Tani ndiqni sallonet që ju pëlqejnë.',
  textEn: 'You can now follow salons you like.',
};

test('announcement, sent by an administrator, is in the inbox of every active user once, in their language', async () => {
  const ana = await shop.as({ email: 'ana@example.al' });
  const closed = await newUser(shop.db, { isActive: false });
  const sent = await admin(adminAnnouncements.send, { body: news });
  expect(sent).toMatchObject({ ...news, title: 'Versioni i ri' });
  for (let attempt = 0; attempt < 2; attempt++) await announcementsNotify.perform(shop.deps, { id: sent.id });
  const late = await shop.as({ email: 'late@example.al' });
  await announcementsNotify.perform(shop.deps, { id: sent.id });

  expect(await ana(notifications.mine)).toMatchObject([{ kind: 'appUpdate', title: 'Versioni i ri', text: news.text }]);
  ana.cookies.set('language', 'en');
  expect(await ana(notifications.mine)).toMatchObject([{ title: news.titleEn, text: news.textEn, path: '/' }]);
  expect(await late(notifications.mine)).toEqual([]);
  const made = await shop.pool.query(
    `update users set email_verified_at = now() from notifications n where n.user_id = users.id
     and email = 'ana@example.al' returning n.id, n.data`,
  );
  expect(made.rows).toMatchObject([{ data: { announcementId: sent.id } }]);
  await notificationsEmail.perform(shop.deps, { id: made.rows[0].id });
  const mails = await shop.pool.query("select subject, text from sandbox_mails where recipient = 'ana@example.al'");
  expect(mails.rows).toMatchObject([{ subject: 'Versioni i ri', text: expect.stringContaining(news.text) }]);
  const { rows } = await shop.pool.query('select from notifications where user_id = $1', [closed]);
  expect(rows).toHaveLength(0);
});

test('preview is in the inbox of the administrator alone, without password, and not counted', async () => {
  const count = "select count(*)::int from notifications where data ->> 'title' = 'Parapamje'";
  const body = { ...news, title: 'Parapamje' };
  for (let turn = 0; turn < 6; turn++) await admin(adminAnnouncements.preview, { body });
  expect((await shop.pool.query(count)).rows).toEqual([{ count: 6 }]);
  expect((await admin(notifications.mine))[0]).toMatchObject({ title: 'Parapamje', text: news.text, path: '/' });
  expect((await admin(adminAnnouncements.list)).map(({ title }) => title)).not.toContain('Parapamje');
  const { rows } = await shop.pool.query('select count(*)::int from users where is_active');
  expect(await admin(adminAnnouncements.recipients)).toEqual(rows[0]);
});

test('announcement, sent again with its key, is the same; with other texts it is refused', async () => {
  const body = { ...news, title: 'Me çelës', key: crypto.randomUUID() };
  const sent = await admin(adminAnnouncements.send, { body });
  expect(await admin(adminAnnouncements.send, { body })).toEqual(sent);
  const changed = { ...body, titleEn: 'Newer version' };
  expect(await refusal(admin(adminAnnouncements.send, { body: changed }))).toBe('409 announcements.keyReused');
});

test('announcement, the same again or without a text, is refused; those sent are listed, newest first', async () => {
  await admin(adminAnnouncements.send, { body: { ...news, title: 'E dyta' } });
  expect(await refusal(admin(adminAnnouncements.send, { body: { ...news, title: 'E  dyta' } }))).toBe(
    '409 announcements.repeated',
  );
  expect(await refusal(admin(adminAnnouncements.send, { body: { ...news, textEn: ' ' } }))).toBe('400 input.invalid');
  const { items, next } = await admin.page(adminAnnouncements.list, { query: { limit: '1' } });
  expect(items).toMatchObject([{ title: 'E dyta' }]);
  expect(await admin(adminAnnouncements.list, { query: { cursor: String(next) } })).toMatchObject([
    { title: 'Me çelës' },
    { title: 'Versioni i ri' },
  ]);
});

test('announcement, without the password again or beyond five a day, is refused', async () => {
  const passwordHash = await hashPassword('një gotë me ujë');
  await shop.pool.query("update users set password_hash = $1 where email = 'arta@example.al'", [passwordHash]);
  await shop.pool.query("delete from rate_limits where key like 'announcements:%'");
  const body = (title: string, password?: string) => ({ body: { ...news, title, password } });
  expect(await refusal(admin(adminAnnouncements.send, body('0', 'gabim')))).toBe('403 accounts.wrongPassword');
  for (const title of '12345') {
    const sent = await admin(adminAnnouncements.send, body(title, 'një gotë me ujë'));
    expect(sent).not.toHaveProperty('password');
  }
  expect(await refusal(admin(adminAnnouncements.send, body('6', 'një gotë me ujë')))).toBe('429 limit.reached');
  expect((await admin(adminAnnouncements.list))[0]).toMatchObject({ title: '5' });
});
