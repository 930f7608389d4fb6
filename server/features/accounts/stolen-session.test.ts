/** What somebody does who found a session open takes nothing from its owner. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { sessions } from '#core/contract/sessions.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const node = await shop.anotherNode();
const { db, pool } = shop;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

/** An owner, somebody else in a session of theirs, and how both sign in. */
async function theft() {
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email, passwordHash, emailVerifiedAt: new Date() });
  const signIn = async (on: typeof shop) => {
    const client = on.guest();
    await client(accounts.login, { body: { username: email, password: PASSWORD } });
    return client;
  };
  const thief = node.guest();
  thief.cookies.set('bukuri', (await signIn(node)).cookies.get('bukuri') ?? '');
  return { userId, owner: await signIn(shop), thief, signIn: () => signIn(shop) };
}

const isIn = async (client: Client) => (await refusal(client(accounts.me))) === 'Error: was not refused';

test('twenty wrong passwords in it keep nobody from setting another, of which twenty are set in an hour', async () => {
  const { owner, thief } = await theft();
  const guess = (n: number) =>
    thief.send({
      method: 'POST',
      url: '/api/auth/password',
      payload: { current: 'nuk është kjo', password: 'dy gota me ujë' },
      remoteAddress: `10.${Math.floor(n / 10)}.0.${Math.floor(n / 5)}`,
    });
  for (let n = 0; n < 20; n++) expect((await guess(n)).statusCode).toBe(403);
  const words = [PASSWORD, 'dy gota me ujë'];
  const change = (n: number) => {
    const [current = '', password = ''] = n % 2 ? words.toReversed() : words;
    return owner(accounts.changePassword, { body: { current, password } });
  };
  for (let n = 0; n < 20; n++) expect(await change(n)).toEqual({ success: true });
  expect(await refusal(change(20))).toBe('429 limit.reached');
});

test.each([
  ['turning codes on', '/api/auth/second-factor', {}],
  ['unlinking an account elsewhere', '/api/auth/identities/unlink', { provider: 'google' }],
  ['closing the account', '/api/user/close', {}],
])('twenty wrong passwords in it keep nobody from %s', async (_what, url, more) => {
  const { owner, thief } = await theft();
  const ask = async (client: Client, password: string, remoteAddress = '127.0.0.1') =>
    (await client.send({ method: 'POST', url, payload: { ...more, password }, remoteAddress })).statusCode;
  for (let n = 0; n < 20; n++)
    expect(await ask(thief, 'nuk është kjo', `10.${Math.floor(n / 10)}.0.${Math.floor(n / 5)}`)).toBe(403);
  expect(await ask(owner, PASSWORD)).toBe(200);
});

test('who ends all others in it where there are none keeps nobody from doing so', async () => {
  const { owner, signIn } = await theft();
  for (let times = 0; times < 25; times++) await owner(sessions.endOthers);
  for (let times = 0; times < 19; times++) {
    await signIn();
    await owner(sessions.endOthers);
  }
  const stays = await signIn();
  expect(await refusal(owner(sessions.endOthers))).toBe('429 limit.reached');
  expect(await isIn(stays)).toBe(true);
});

const ways: [string, (client: Client) => Promise<unknown>][] = [
  ['all others', (client) => client(sessions.endOthers)],
  [
    'the other',
    async (client) => {
      const other = (await client(sessions.list)).find(({ isThis }) => !isThis);
      return client(sessions.end, { params: { id: other?.id ?? '' } });
    },
  ],
];

test.each(ways)(
  'of two sessions that end %s at once one goes on, and it alone has ended another',
  async (_what, end) => {
    const { userId, owner, thief } = await theft();
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from sessions where user_id = $1 for update', [userId]);
    const ends = Promise.all([owner, thief].map((client) => refusal(end(client))));
    await expect.poll(() => waitingFor(pool)).toHaveLength(2);
    await holder.query('commit');
    holder.release();
    expect((await ends).toSorted()).toEqual(['401 access.notAuthenticated', 'Error: was not refused']);
    expect((await Promise.all([owner, thief].map(isIn))).toSorted()).toEqual([false, true]);
  },
);
