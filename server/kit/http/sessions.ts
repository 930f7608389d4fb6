/** Who is signed in: a random token in a cookie, its SHA-256 in table sessions, the person read afresh on each request. */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { User } from '#core/contract/accounts.ts';
import { sessions } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { digestOf } from '#server/kit/digest.ts';
import { cookieOf } from './cookies.ts';

const REMEMBERED = 30 * 24 * 3600;
/** Beside the session cookie, which scripts cannot read: tells the page that asking who is signed in makes sense. */
const HINT = 'signedIn';
/** Without "remember me" the cookie dies with the browser, the session after twelve hours at the latest. */
const UNREMEMBERED = 12 * 3600;

/** Somebody who is signed in, as read from the database for this request. */
export type SignedIn = User & { sessionKey: string };

export interface Sessions {
  readonly cookie: SessionCookie;
  /** Who sent a request; asks the database once per request, and not at all without a cookie. */
  find(request: FastifyRequest): Promise<SignedIn | null>;
  /** The same, asked now, whatever was found before: a body may come long after its head. */
  findNow(request: FastifyRequest): Promise<SignedIn | null>;
  /**
   * Whom this process found behind the request's cookie in the last minutes, null for nobody, undefined when it has not
   * looked: good enough to count by and to wait for a body, never to let in.
   */
  met(request: FastifyRequest): SignedIn | null | undefined;
}

export interface SessionCookie {
  readonly name: string;
  read(request: FastifyRequest): string | null;
  put(reply: FastifyReply, session: { token: string; rememberMe: boolean }): void;
  clear(reply: FastifyReply): void;
}

/** How long a token is good beside the one that follows it: its answer may have been lost, and it is asked for again. */
const BESIDE_NEXT = "interval '5 minutes'";

// The row decides alone and is never added here, so a session that ended cannot come back.
const FIND_USER = {
  name: 'sessions.findUser',
  text: `select u.id, u.username, u.email, u.role, u.can_post_deals as "canPostDeals",
      u.email_verified_at is not null as "isEmailVerified", u.password_hash is not null as "hasPassword",
      u.display_name as "displayName", u.language, u.created_at as "createdAt", s.next = $1 as "isNext"
    from sessions s join users u on u.id = s.user_id
    where (s.next = $1 or s.sid = $1 and (s.next is null or s.next_at > now() - ${BESIDE_NEXT}))
      and s.expire > now() and u.is_active`,
};

/** Whoever shows the token that follows has it: the one before is worth nothing from then on. */
const TAKE_NEXT = {
  name: 'sessions.takeNext',
  text: 'update sessions set sid = next, next = null, next_at = null where next = $1',
};

const NOBODY = Promise.resolve(null);

export function createSessions({ pool, isHttps }: { pool: Pool; isHttps: boolean }): Sessions {
  const cookie = sessionCookie(isHttps);
  const lately = new LRUCache<string, { user: SignedIn | null }>({ max: 10_000, ttl: 5 * 60_000 });
  const found = new WeakMap<FastifyRequest, Promise<SignedIn | null>>();

  function find(request: FastifyRequest): Promise<SignedIn | null> {
    const before = found.get(request);
    if (before) return before;
    const token = cookie.read(request);
    if (token === null) return NOBODY;
    const asked = ask(sidOf(token));
    found.set(request, asked);
    return asked;
  }

  async function ask(sessionKey: string): Promise<SignedIn | null> {
    const { rows } = await pool.query(FIND_USER, [sessionKey]);
    const [row] = rows;
    const { isNext, ...its } = row ?? {};
    if (isNext) await pool.query(TAKE_NEXT, [sessionKey]);
    const user = row ? { ...its, createdAt: row.createdAt.toISOString(), sessionKey } : null;
    lately.set(sessionKey, { user });
    return user;
  }

  function findNow(request: FastifyRequest): Promise<SignedIn | null> {
    found.delete(request);
    return find(request);
  }

  function met(request: FastifyRequest): SignedIn | null | undefined {
    const token = cookie.read(request);
    return token === null ? null : lately.get(sidOf(token))?.user;
  }

  return { cookie, find, findNow, met };
}

function sessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-bukuri' : 'bukuri';
  const readable = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const attributes = `${readable}; HttpOnly`;
  return {
    name,
    read(request) {
      const token = cookieOf(request, name);
      return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
    },
    put(reply, { token, rememberMe }) {
      const age = rememberMe ? `; Max-Age=${REMEMBERED}` : '';
      reply.header('set-cookie', [`${name}=${token}${age}${attributes}`, `${HINT}=1${age}${readable}`]);
    },
    clear(reply) {
      reply.header('set-cookie', [`${name}=; Max-Age=0${attributes}`, `${HINT}=; Max-Age=0${readable}`]);
    },
  };
}

/** What the database knows of a token: a leaked table opens no session. */
export function sidOf(token: string): string {
  return digestOf(token);
}

interface Start {
  userId: string;
  rememberMe: boolean;
  /** The token of the one this browser had before, which ends. */
  replaces: string | null;
  /** With what a provider vouched for them: it opens one session, however often it is used. */
  assertion?: string | undefined;
  deviceId?: string;
}

/** Whether it still goes on, and then until the transaction ends. */
export async function lockSession(tx: Tx, { sessionKey }: Pick<SignedIn, 'sessionKey'>): Promise<boolean> {
  const isIt = and(eq(sessions.sid, sessionKey), gt(sessions.expire, sql`now()`));
  return (await tx.select({ sid: sessions.sid }).from(sessions).where(isIt).for('share')).length > 0;
}

/** Starts a session; the token goes into the cookie once committed. */
export async function startSession(
  tx: Tx,
  { userId, rememberMe, replaces, assertion, deviceId }: Start,
): Promise<{ token: string; rememberMe: boolean }> {
  const token = randomBytes(32).toString('base64url');
  if (replaces) await tx.delete(sessions).where(eq(sessions.sid, sidOf(replaces)));
  if (assertion)
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), sql`${sessions.sess}->>'assertion' = ${assertion}`));
  const expire = sql`now() + make_interval(secs => ${rememberMe ? REMEMBERED : UNREMEMBERED})`;
  await tx.insert(sessions).values({ sid: sidOf(token), sess: { rememberMe, assertion }, userId, deviceId, expire });
  return { token, rememberMe };
}

/** So many sessions an account has, as many as are listed to it. */
export const MOST_SESSIONS = 100;

/** Those beyond that end, the oldest first. */
export async function endOldSessions(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from sessions where sid = any(array(
    select sid from sessions where user_id = ${userId} order by created_at desc, id desc offset ${MOST_SESSIONS}))`);
}

/** Ends a session for good, on every node. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sidOf(token)));
}

/** Ends one of a person's sessions, by the name that its owner knows; null when they have none of that name. */
export async function endSessionOf(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
): Promise<{ sessionKey: string } | null> {
  const [ended = null] = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ sessionKey: sessions.sid });
  return ended;
}

/** Ends all sessions of a person but this one; how many. */
export async function endOtherSessions(
  tx: Tx,
  { userId, sessionKey }: { userId: string; sessionKey: string },
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.sid, sessionKey)))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Gives a session another token, under which alone it goes on once that is used, for as long as it would have; null when it has ended. */
export async function renewSession(
  tx: Tx,
  sessionKey: string,
): Promise<{ token: string; rememberMe: boolean; deviceId: string | null } | null> {
  const token = randomBytes(32).toString('base64url');
  const [renewed] = await tx
    .update(sessions)
    .set({ next: sidOf(token), nextAt: sql`now()` })
    .where(and(eq(sessions.sid, sessionKey), gt(sessions.expire, sql`now()`)))
    .returning({ sess: sessions.sess, deviceId: sessions.deviceId });
  return renewed ? { token, rememberMe: renewed.sess.rememberMe, deviceId: renewed.deviceId } : null;
}

/** Whether it was given another token that nobody has shown yet. */
export async function isRenewed(db: Db, sessionKey: string): Promise<boolean> {
  return (await db.$count(sessions, and(eq(sessions.sid, sessionKey), isNotNull(sessions.next)))) > 0;
}

/** Ends all sessions of a person, on every node. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
