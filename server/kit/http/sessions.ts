/** Who is signed in: a random token in a cookie, its SHA-256 in table sessions, the person read afresh on each request. */
import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { sessions } from '#db/schema.ts';
import type { Db, Tx } from '#server/deps.ts';
import { cookieOf } from './cookies.ts';
import type { SignedIn } from './serve.ts';

const REMEMBERED = 30 * 24 * 3600;
/** Beside the session cookie, which scripts cannot read: tells the page that asking who is signed in makes sense. */
const HINT = 'signedIn';
/** Without "remember me" the cookie dies with the browser, the session after twelve hours at the latest. */
const UNREMEMBERED = 12 * 3600;

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: Promise<SignedIn | null> | null;
  }
  interface FastifyInstance {
    sessionCookie: SessionCookie;
  }
}

export interface SessionCookie {
  readonly name: string;
  read(request: FastifyRequest): string | null;
  put(reply: FastifyReply, session: { token: string; rememberMe: boolean }): void;
  clear(reply: FastifyReply): void;
}

// The row decides alone and is never written here, so a session that ended cannot come back.
const FIND_USER = {
  name: 'sessions.findUser',
  text: `select u.id, u.username, u.email, u.role, u.can_post_deals as "canPostDeals", u.created_at as "createdAt"
    from sessions s join users u on u.id = s.user_id
    where s.sid = $1 and s.expire > now() and u.is_active`,
};

export function rememberSessions(app: FastifyInstance, options: { pool: Pool; isHttps: boolean }): void {
  const cookie = sessionCookie(options.isHttps);
  app.decorate('sessionCookie', cookie);
  app.decorateRequest('signedIn', null);
  app.decorate('findUser', (request: FastifyRequest) => {
    request.signedIn ??= find(request);
    return request.signedIn;
  });

  async function find(request: FastifyRequest): Promise<SignedIn | null> {
    const token = cookie.read(request);
    if (token === null) return null;
    const sessionKey = sidOf(token);
    const { rows } = await options.pool.query(FIND_USER, [sessionKey]);
    const user = rows[0];
    return user ? { ...user, createdAt: user.createdAt.toISOString(), sessionKey } : null;
  }
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
  return createHash('sha256').update(token).digest('base64url');
}

/** Starts a session and ends the one this browser had before; the token goes into the cookie once committed. */
export async function startSession(
  tx: Tx,
  { userId, rememberMe, replaces }: { userId: string; rememberMe: boolean; replaces: string | null },
): Promise<{ token: string; rememberMe: boolean }> {
  const token = randomBytes(32).toString('base64url');
  if (replaces) await tx.delete(sessions).where(eq(sessions.sid, sidOf(replaces)));
  const expire = sql`now() + make_interval(secs => ${rememberMe ? REMEMBERED : UNREMEMBERED})`;
  await tx.insert(sessions).values({ sid: sidOf(token), sess: { rememberMe }, userId, expire });
  return { token, rememberMe };
}

/** Ends a session for good, on every node. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sidOf(token)));
}

/** Ends all sessions of a person, on every node. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
