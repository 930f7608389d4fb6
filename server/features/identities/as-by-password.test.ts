/** Whoever comes with Google is counted, and known, as whoever comes by password. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import { onPaper, paperIdentities } from '#test/paper-identities.ts';
import { newUser } from '#test/shoppers.ts';

const parts = { identities: paperIdentities() };
const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1 }, parts });
const { db, deps, pool } = shop;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

interface Coming {
  from: string;
  way: 'google' | 'login';
  [said: string]: string;
}

async function post(client: Client, { from, way, ...payload }: Coming) {
  const headers = { 'x-forwarded-for': from };
  return (await client.send({ method: 'POST', url: `/api/auth/${way}`, payload, headers })).statusCode;
}

async function owner() {
  const email = `${v7()}@gmail.com`;
  await newUser(db, { email, username: email, passwordHash, emailVerifiedAt: new Date() });
  const credential = onPaper({ subject: email, email });
  return { email, credential };
}

test('nobody does so without end', async () => {
  const { email } = await owner();
  const answers: number[] = [];
  for (let copy = 0; copy < 31; copy++) {
    const credential = onPaper({ subject: email, email, copy });
    answers.push(await post(shop.guest(), { from: '198.51.100.8', way: 'google', credential }));
  }
  expect(answers).toEqual([...Array(30).fill(200), 429]);
});

test('while more networks guess than there are guesses, a new browser gets in where its owner came so before', async () => {
  const { email, credential } = await owner();
  expect(await post(shop.guest(), { from: '198.51.100.20', way: 'google', credential })).toBe(200);
  await pool.query(
    `insert into rate_limits (key, window_start, count, expires_at)
     select 'guesses:' || $1, to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 70, now() + interval '1 day'`,
    [deps.actors.ofAccount(email)],
  );
  const enter = (from: string) => post(shop.guest(), { from, way: 'login', username: email, password: PASSWORD });
  expect(await enter('203.0.113.77')).toBe(429);
  expect(await enter('198.51.100.200')).toBe(200);
});
