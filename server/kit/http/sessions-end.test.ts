import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { sessions } from '#db/schema/sign-in.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startShop } from '#test/client.ts';
import { newUser } from '#test/shoppers.ts';
import { createSessions, lockSession, renewSession, sidOf, startSession } from './sessions.ts';

const { db, pool } = await startShop();

test('expired session, locked or rotated, is refused', async () => {
  const userId = await newUser(db);
  const { token } = await inTransaction(db, (tx) => startSession(tx, { userId, rememberMe: true, replaces: null }));
  const sessionKey = sidOf(token);
  const isHeld = () => inTransaction(db, (tx) => lockSession(tx, { sessionKey }));
  expect(await isHeld()).toBe(true);
  await db.update(sessions).set({ expire: sql`now()` }).where(eq(sessions.sid, sessionKey));
  expect(await isHeld()).toBe(false);
  expect(await inTransaction(db, (tx) => renewSession(tx, sessionKey))).toBeNull();
});

test('looked-up session, within five minutes, is in the cache', async () => {
  const userId = await newUser(db);
  const { token } = await inTransaction(db, (tx) => startSession(tx, { userId, rememberMe: true, replaces: null }));
  const { cookie, find, met } = createSessions({ pool, isHttps: false });
  const request = { headers: { cookie: `${cookie.name}=${token}` } } as FastifyRequest;
  await find(request);
  const metAt = performance.now();
  const clock = vi.spyOn(performance, 'now');
  const isKnownAfter = async (minutes: number) => {
    clock.mockReturnValue(metAt + minutes * 60_000);
    // What is kept looks at the clock once a millisecond.
    await setTimeout(5);
    return met(request)?.id === userId;
  };
  expect([await isKnownAfter(4), await isKnownAfter(6)]).toEqual([true, false]);
});
