import { v7 } from 'uuid';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { settings } from '#core/contract/accounts/settings.ts';
import { notifications } from '#core/contract/notifications.ts';
import { push } from '#core/contract/push.ts';
import type { NotificationData, NotificationKind } from '#core/domain/notifications.ts';
import { memberships } from '#db/schema/memberships.ts';
import { users } from '#db/schema/users.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { newPushBrowser, startPushServer } from '#test/push-server.ts';
import { refusal } from '#test/refusal.ts';
import { notificationsEmail, notificationsPush } from './notifications.jobs.ts';
import { notify } from './notify.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const service = await startPushServer();
afterAll(service.close);
const mails = await startMailServer({}, afterAll);
const shop = await startShop({
  config: {
    publicUrl: 'https://bukuri.al',
    mail: { kind: 'smtp', url: mails.url, from: 'njoftime@bukuri.al' },
    push: { privateKey: null, subject: 'mailto:a@bukuri.al', testHosts: [service.host] },
  },
});
const { db, deps, pool } = shop;

beforeEach(() => {
  mails.mails.length = 0;
  service.received = [];
  service.answer = (_request, response) => response.writeHead(201).end();
});

async function newPerson({ isVerified = true, ...more }: { isVerified?: boolean; language?: 'en' } = {}) {
  const [id, email] = [v7(), `${v7()}@example.al`];
  await db
    .insert(users)
    .values({ id, username: email, email, ...more, ...(isVerified && { emailVerifiedAt: new Date() }) });
  return { id, email, client: await shop.as({ email }) };
}

const deal = { dealId: v7(), title: 'Manikyr xhel', titleEn: 'Gel manicure' };
const drop = { ...deal, price: 900, before: 1200 };
const digest = (isFollowed: boolean) => ({ count: 2, isFollowed, deals: [{ ...deal, salon: 'Studio Era' }] });
const paid = { membershipId: v7(), date: '2027-01-20T00:00:00Z', amount: 2000, isRenewing: true };
const placed = { orderId: v7(), paymentMethod: 'cash' } as const;

/** Notifies, and returns the id of the notification. */
async function make<Kind extends NotificationKind>(
  userId: string,
  kind: Kind,
  { key = v7(), ...its }: { key?: string; data: NotificationData[Kind] },
): Promise<string> {
  await inTransaction(db, (tx) => notify(tx, { userId, kind, key, data: its.data }));
  const { rows } = await pool.query('select id from notifications where user_id = $1 and key = $2', [userId, key]);
  expect(rows).toHaveLength(1);
  return rows[0].id;
}

const email = (id: string, parts: Partial<typeof deps> = {}) =>
  notificationsEmail.perform({ ...deps, ...parts }, { id });

const waiting = async (id: string) =>
  (
    await pool.query(
      `select t.identifier, round(extract(epoch from j.run_at - j.created_at) / 60)::int as minutes
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.payload ->> 'id' = $1 order by j.id`,
      [id],
    )
  ).rows.map(({ identifier, minutes }) => `${identifier} ${minutes}`);

test('notification with the key of an earlier one, is made once and delivered once by email and push', async () => {
  const { id } = await newSubscriber();
  const first = await make(id, 'priceDrop', { key: 'a', data: drop });
  expect(await make(id, 'priceDrop', { key: 'a', data: { ...drop, price: 800 } })).toBe(first);
  expect(await waiting(first)).toEqual(['notifications-email 0', 'notifications-push 0']);
  expect(await waiting(await make(id, 'orderPlaced', { data: placed }))).toEqual(['notifications-push 0']);
});

test('notification of a user with emails off and without a browser for push, is in the inbox and not delivered', async () => {
  const { id, client } = await newPerson();
  await client(settings.save, { body: { emailNotifications: false } });
  expect(await waiting(await make(id, 'priceDrop', { data: drop }))).toEqual([]);
  expect(await client(notifications.mine)).toMatchObject([{ kind: 'priceDrop' }]);
  expect(await waiting(await make(id, 'membershipPastDue', { data: paid }))).toEqual(['notifications-email 0']);
});

test('inbox, is paged, newest first, in the language of the request and of its owner alone', async () => {
  const [ana, other] = [await newPerson(), await newPerson()];
  for (let count = 0; count < 21; count += 1) await make(ana.id, 'priceDrop', { data: drop });
  await make(ana.id, 'orderPlaced', { data: placed });
  await make(other.id, 'requestApproved', { data: {} });
  const { items, next } = await ana.client.page(notifications.mine, { query: { limit: '20' } });
  expect(items).toHaveLength(20);
  expect(items[0]).toMatchObject({
    kind: 'orderPlaced',
    title: 'Porosia juaj u konfirmua',
    path: `/orders/${placed.orderId}`,
    isRead: false,
  });
  const rest = await ana.client.page(notifications.mine, { query: { cursor: String(next) } });
  expect([rest.items.length, rest.next]).toEqual([2, null]);
  ana.client.cookies.set('language', 'en');
  expect((await ana.client(notifications.mine))[1]).toMatchObject({
    text: 'Gel manicure: now ALL\u00a0900, before ALL\u00a01,200.',
  });
  expect(await refusal(ana.client(notifications.mine, { query: { cursor: 'x' } }))).toBe('400 input.invalid');

  expect(await ana.client(notifications.unread)).toEqual({ count: 22 });
  const [newest, before] = await ana.client(notifications.mine);
  const read = (id = '') => ana.client(notifications.markRead, { body: { newestId: id } });
  await read(before?.id);
  expect(await ana.client(notifications.unread)).toEqual({ count: 1 });
  for (let turn = 0; turn < 2; turn++) await read(newest?.id);
  expect(await ana.client(notifications.unread)).toEqual({ count: 0 });
  expect((await ana.client(notifications.mine)).every(({ isRead }) => isRead)).toBe(true);
  expect(await other.client(notifications.unread)).toEqual({ count: 1 });
  expect(await other.client(notifications.mine)).toMatchObject([
    { kind: 'requestApproved', path: '/profile#first-steps', isRead: false },
  ]);
});

const wants = [
  ['price drop', 'on', 1],
  ['price drop', 'off', 0],
  ['price drop', 'never chosen', 1],
  ['price drop, unverified address', 'on', 0],
  ['new deals', 'on', 1],
  ['new deals', 'off', 0],
  ['new deals', 'never chosen', 0],
  ['new deals of a followed salon', 'never chosen', 1],
  ['new deals of a followed salon', 'off', 0],
  ['past deal', 'on', 0],
] as const;

test.each(wants)('%s, with emails %s, is emailed %i times', async (what, choice, count) => {
  const person = await newPerson({ isVerified: !what.includes('unverified') });
  if (choice !== 'never chosen') await person.client(settings.save, { body: { emailNotifications: choice === 'on' } });
  const past = { ...deal, expiresAt: new Date(shop.clock.now()).toISOString() };
  await email(
    what.startsWith('price')
      ? await make(person.id, 'priceDrop', { data: drop })
      : what === 'past deal'
        ? await make(person.id, 'dealEnding', { data: past })
        : await make(person.id, 'newDeals', { data: digest(what.includes('followed')) }),
  );
  expect(mails.mails.map(({ to }) => to)).toEqual(Array(count).fill([person.email]));
});

test('email about twelve new deals names five of them', async () => {
  const { id } = await newPerson({ language: 'en' });
  const deals = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ ...deal, titleEn: `Deal ${name}`, salon: `Salon ${name}` }));
  await email(await make(id, 'newDeals', { data: { count: 12, isFollowed: true, deals } }));
  const lines = mails.mails[0]?.text.split('\n') ?? [];
  expect(lines.slice(0, 8)).toEqual([
    ...['12 new deals for you', 'Some of them:', ''],
    ...deals.map(({ titleEn, salon }) => `${titleEn}: ${salon}`),
  ]);
});

test('email, whose process stops before the answer of the server, is not sent again', async () => {
  const { id } = await newPerson();
  const one = await make(id, 'priceDrop', { data: drop });
  const begun = Promise.withResolvers<void>();
  const never = new Promise<void>(() => {});
  const send = () => {
    begun.resolve();
    return never;
  };
  void email(one, { mail: { send } });
  await begun.promise;
  await email(one);
  expect(mails.mails).toEqual([]);
});

test('notice of a failed renewal, whose process stops before the answer, is sent after 15 minutes by one worker', async () => {
  const { id: userId } = await newPerson();
  const [start, end] = [new Date(Date.now() - 86_400_000), new Date()];
  const [membership] = await db
    .insert(memberships)
    .values({
      userId,
      plan: 'gold',
      status: 'past_due',
      postsLimit: -1,
      currentPeriodStart: start,
      currentPeriodEnd: end,
    })
    .returning();
  const one = await make(userId, 'membershipPastDue', { data: { ...paid, membershipId: `${membership?.id}` } });
  const begun = Promise.withResolvers<void>();
  const send = () => {
    begun.resolve();
    return new Promise<void>(() => {});
  };
  void email(one, { mail: { send } });
  await begun.promise;
  await expect(email(one)).rejects.toThrow('is being sent');
  await pool.query(`update notifications set email_claimed_at = now() - interval '16 minutes' where id = $1`, [one]);
  const turns = await Promise.allSettled([email(one), email(one)]);
  await email(one);
  expect([mails.mails.length, turns.filter(({ status }) => status === 'rejected').length <= 1]).toEqual([1, true]);
});

test('email that may have arrived, is not repeated; one that certainly failed, is sent once', async () => {
  const { id } = await newPerson();
  const [lost, refused] = [
    await make(id, 'priceDrop', { data: drop }),
    await make(id, 'priceDrop', { data: { ...drop, price: 800 } }),
  ];
  mails.next.data.push('lost');
  await expect(email(lost)).rejects.toMatchObject({ isUncertain: true });
  await email(lost);
  expect(mails.mails).toHaveLength(1);
  mails.next.recipient.push(451);
  await expect(email(refused)).rejects.toThrow('451');
  await email(refused);
  await email(refused);
  expect(mails.mails).toHaveLength(2);
});

test('email, posted to as mail providers do, ends further ones; a wrong token is refused', async () => {
  const { id, client } = await newPerson({ language: 'en' });
  await email(await make(id, 'priceDrop', { data: drop }));
  const [mail] = mails.mails;
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const link = /^<(https:\/\/bukuri\.al(\/unsubscribe\?token=[\w.-]+))>$/.exec(
    mail?.headers.get('list-unsubscribe') ?? '',
  );
  expect(mail?.text).toContain(`${link?.[1]}&lang=en`);
  const url = String(link?.[2]);
  const post = (to: string, headers: Record<string, string>, payload: string) =>
    shop.app.inject({ method: 'POST', url: to, headers, payload });
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  const multipart = { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' };

  const wrong = [url.slice(0, -1), url.replace(id, v7()), '/unsubscribe?token=', '/unsubscribe'];
  for (const each of wrong) {
    const answer = await post(each, urlencoded, 'List-Unsubscribe=One-Click');
    expect([answer.statusCode, answer.json().message.length > 0], each).toEqual([400, true]);
  }
  expect(await client(settings.get)).toMatchObject({ emailNotifications: true });
  for (const headers of [urlencoded, multipart]) {
    const answer = await post(url, headers, 'List-Unsubscribe=One-Click');
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect(await client(settings.get)).toMatchObject({ emailNotifications: false });
  }
  // As a browser without JavaScript does.
  const form = await post(`${url}&lang=en`, { ...urlencoded, accept: 'text/html', 'sec-fetch-mode': 'navigate' }, '');
  expect([form.statusCode, form.headers.location]).toEqual([303, '/unsubscribe?said=done&lang=en']);
  const closed = await newPerson();
  await pool.query('update users set is_active = false where id = $1', [closed.id]);
  const { pathname, search } = new URL(unsubscribeUrl(deps, closed.id));
  expect((await post(pathname + search, urlencoded, '')).statusCode).toBe(200);
});

test('unsubscribe link, SESSION_SECRET rotated since, still works', async () => {
  const { id } = await newPerson();
  const { pathname, search } = new URL(unsubscribeUrl(deps, id));
  const rotated = await startShop({ url: shop.url, config: { sessionSecret: 'x'.repeat(40) } });
  expect((await rotated.app.inject({ method: 'POST', url: pathname + search })).statusCode).toBe(200);
});

async function newSubscriber() {
  const person = await newPerson();
  const browser = newPushBrowser(service.host);
  await person.client(push.save, { body: browser.target });
  const received = () => service.received.map(({ body }) => browser.decrypt(body));
  return { ...person, received };
}

const setClock = (time: string) => shop.clock.move(Date.parse(time) - shop.clock.now());
const pushNow = (id: string) => notificationsPush.perform(deps, { id });

test.each([
  ['2027-01-11T19:59Z', 'is sent', 0],
  ['2027-01-11T20:00Z', 'waits', 720],
  ['2027-01-12T07:59Z', 'waits', 1],
  ['2027-01-12T08:00Z', 'is sent', 0],
  ['2027-07-05T18:59Z', 'is sent', 0],
  ['2027-07-05T19:00Z', 'waits', 720],
  ['2027-07-06T06:59Z', 'waits', 1],
  ['2027-07-06T07:00Z', 'is sent', 0],
])('push at %s, %s (%i minutes)', async (time, _, minutes) => {
  setClock(time);
  const { id, received } = await newSubscriber();
  const one = await make(id, 'requestApproved', { data: {} });
  await pushNow(one);
  expect(received()).toHaveLength(minutes === 0 ? 1 : 0);
  expect(await waiting(one)).toEqual([
    'notifications-push 0',
    ...(minutes > 0 ? [`notifications-push ${minutes}`] : []),
  ]);
});

test('push, has text, address, count of the unread and nothing private, and is sent once', async () => {
  setClock('2027-01-12T11:00Z');
  const { id, client, received } = await newSubscriber();
  const reply = { messageId: v7(), reply: 'Kodi juaj është BK-7' };
  const one = await make(id, 'supportReplied', { data: reply });
  await pushNow(one);
  await pushNow(one);
  expect(received()).toEqual([
    {
      title: 'Ju kthyem përgjigje',
      body: 'Hapeni për të lexuar më shumë.',
      path: `/profile#message-${reply.messageId}`,
      tag: one,
      badge: 1,
    },
  ]);
  const failing = await make(id, 'requestApproved', { data: {} });
  service.answer = (_request, response) => response.writeHead(503).end();
  await pushNow(failing);
  await pushNow(failing);
  expect(received()).toHaveLength(2);
  const read = await make(id, 'requestApproved', { data: {} });
  await client(notifications.markRead, { body: { newestId: read } });
  await pushNow(read);
  await pushNow(await make(id, 'membershipPastDue', { data: paid }));
  expect(received()).toHaveLength(2);
});
