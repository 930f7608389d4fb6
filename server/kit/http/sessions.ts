/** Sessions: a random token in a cookie, its SHA-256 in table sessions, the user read on each request. */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { User } from '#core/contract/accounts/accounts.ts';
import { sessions } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { digestOf } from '#server/kit/digest.ts';
import { cookieOf } from './request-context.ts';

const REMEMBERED = 30 * 24 * 3600;
/** A second, readable cookie that tells the page whether to request the user. */
const HINT = 'signedIn';
/** Kept at sign-out: the sign-in page opens for who has an account. Readable, like the hint. */
const RETURNING = 'hasSignedIn';
const YEAR = 365 * 24 * 3600;
/** Without "remember me": a session cookie, and twelve hours at most. */
const UNREMEMBERED = 12 * 3600;

/** The signed-in user, as read from the database for this request. */
export type SignedIn = User & { sessionKey: string };

export interface Sessions {
  readonly cookie: SessionCookie;
  /** The user of a request; one query per request, none without a cookie. */
  find(request: FastifyRequest): Promise<SignedIn | null>;
  /** The same without the per-request cache: a body may arrive long after its headers. */
  findFresh(request: FastifyRequest): Promise<SignedIn | null>;
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

/** Grace period of a rotated token: the response with the new one may have been lost. */
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

/** The first use of the new token ends the grace period of the old one. */
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
    const { isNext, ...userColumns } = row ?? {};
    if (isNext) await pool.query(TAKE_NEXT, [sessionKey]);
    const user = row ? { ...userColumns, createdAt: row.createdAt.toISOString(), sessionKey } : null;
    lately.set(sessionKey, { user });
    return user;
  }

  function findFresh(request: FastifyRequest): Promise<SignedIn | null> {
    found.delete(request);
    return find(request);
  }

  function met(request: FastifyRequest): SignedIn | null | undefined {
    const token = cookie.read(request);
    return token === null ? null : lately.get(sidOf(token))?.user;
  }

  return { cookie, find, findFresh, met };
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
      reply.header('set-cookie', [
        `${name}=${token}${age}${attributes}`,
        `${HINT}=1${age}${readable}`,
        `${RETURNING}=1; Max-Age=${YEAR}${readable}`,
      ]);
    },
    clear(reply) {
      reply.header('set-cookie', [`${name}=; Max-Age=0${attributes}`, `${HINT}=; Max-Age=0${readable}`]);
    },
  };
}

/** The stored hash of a token: a leaked table opens no session. */
export function sidOf(token: string): string {
  return digestOf(token);
}

interface Start {
  userId: string;
  rememberMe: boolean;
  /** Token of the browser's previous session, which ends. */
  replaces: string | null;
  /** Id of the identity provider's assertion, which opens one session only. */
  assertion?: string | undefined;
  deviceId?: string;
}

/** Whether the session is valid; locks it until the transaction ends. */
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

/** Maximum sessions per account. */
export const MOST_SESSIONS = 100;

/** Ends sessions beyond the maximum, oldest first. */
export async function endOldSessions(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from sessions where sid = any(array(
    select sid from sessions where user_id = ${userId} order by created_at desc, id desc offset ${MOST_SESSIONS}))`);
}

/** Ends a session for good, on every node. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sidOf(token)));
}

/** Ends one of a user's sessions by its public id; null when there is none. */
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

/** Ends all other sessions of a user; returns how many. */
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

/** Rotates the token of a session, keeping its expiry; null when it has ended. */
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

/** Whether a rotated token has not been used yet. */
export async function isRenewed(db: Db, sessionKey: string): Promise<boolean> {
  return (await db.$count(sessions, and(eq(sessions.sid, sessionKey), isNotNull(sessions.next)))) > 0;
}

/** Ends all sessions of a user, on every node. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
