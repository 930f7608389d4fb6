/** Whoever finds a session open is not its owner. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import type { Stranger } from '#server/kit/http/actor.ts';
import { type SignedIn, sidOf } from '#server/kit/http/sessions.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { startShop } from '#test/client.ts';
import { newUser } from '#test/shoppers.ts';
import { askForOwner } from './owner.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const { db, deps } = shop;
const PASSWORD = 'një gotë me ujë';
let people = 0;

async function somebody(passwordHash: string | null): Promise<SignedIn> {
  const email = `owner${++people}@example.al`;
  await newUser(db, { email, username: email, passwordHash });
  const client = await shop.as({ email });
  const { user } = await client(accounts.me);
  return { ...user, sessionKey: sidOf(client.cookies.get(deps.sessions.cookie.name) ?? '') };
}
const from = (account: string): Stranger => {
  const guesser = { account, from: `address of ${account}`, network: 'network', isKnown: false };
  return { ...guesser, met: () => guesser };
};
const said = (asked: Promise<unknown>) => asked.then(String, (error) => `${error.status} ${error.code}`);
const ask = (user: SignedIn, password?: string) => askForOwner(deps, { user, password }, from(user.email));

test('the owner has the password, and nobody guesses it in an open session', async () => {
  const user = await somebody(await hashPassword(PASSWORD));
  expect((await ask(user, PASSWORD)).user.id).toBe(user.id);
  for (const wrong of [undefined, '', 'wrong', 'wrong', 'wrong'])
    expect(await said(ask(user, wrong))).toBe('403 accounts.wrongPassword');
  expect(await said(ask(user, PASSWORD))).toBe('429 limit.reached');
});

test('the owner of an account without a password came in within five minutes', async () => {
  const user = await somebody(null);
  expect((await ask(user)).passwordHash).toBeNull();
  await shop.pool.query(`update sessions set created_at = now() - interval '6 minutes' where sid = $1`, [
    user.sessionKey,
  ]);
  expect(await said(ask(user, PASSWORD))).toBe('403 accounts.comeInAgain');
});

test('whose address went to somebody else is nobody', async () => {
  const user = await somebody(null);
  expect(await said(ask({ ...user, id: crypto.randomUUID() }))).toBe('401 access.notAuthenticated');
});
