/** Tills: devices of a salon with a cookie of their own, which may call endpoints that are `orTill`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { digestOf } from '#server/kit/digest.ts';
import { cookieOf } from './request-context.ts';

export interface OpenTill {
  id: string;
  name: string;
  salonId: string;
  salon: string;
}

export interface TillSessions {
  /** The open till of the device; null without one. */
  find(request: FastifyRequest): Promise<OpenTill | null>;
  hasCookie(request: FastifyRequest): boolean;
  put(reply: FastifyReply, token: string): void;
  /** Lets the browser keep the cookie for as long as from its opening. */
  renew(request: FastifyRequest, reply: FastifyReply): void;
}

/** A readable cookie beside it, so that the pages of guests do not ask as whom they redeem. */
const HINT = 'hasTill';

/** Without use a till ends after so many days. */
export const TILL_DAYS = 180;

/** SQL (table `tills`): not revoked, and used lately. */
export const isTillOpen = `revoked_at is null and last_used_at > now() - interval '${TILL_DAYS} days'`;

const FIND = {
  name: 'tills.find',
  text: `select t.id, t.name, t.salon_id as "salonId", s.name as salon, t.last_used_at < now() - interval '1 hour' as "isStale"
    from tills t join salons s on s.id = t.salon_id join users u on u.id = t.owner_id and u.id = s.owner_id and u.is_active
    where t.cookie = $1 and ${isTillOpen}`,
};
const TOUCH = { name: 'tills.touch', text: 'update tills set last_used_at = now() where id = $1' };

export function createTillSessions({ pool, isHttps }: { pool: Pool; isHttps: boolean }): TillSessions {
  const name = isHttps ? '__Host-till' : 'till';
  const tokenOf = (request: FastifyRequest) => {
    const token = cookieOf(request, name);
    return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
  };
  const put: TillSessions['put'] = (reply, token) => {
    const attributes = `; Max-Age=${TILL_DAYS * 24 * 3600}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;
    reply.header('set-cookie', [`${name}=${token}${attributes}; HttpOnly`, `${HINT}=1${attributes}`]);
  };
  return {
    async find(request) {
      const token = tokenOf(request);
      if (token === null) return null;
      const { rows } = await pool.query<OpenTill & { isStale: boolean }>(FIND, [digestOf(token)]);
      const [row] = rows;
      if (!row) return null;
      const { isStale, ...till } = row;
      if (isStale) await pool.query(TOUCH, [till.id]);
      return till;
    },
    hasCookie: (request) => tokenOf(request) !== null,
    put,
    renew(request, reply) {
      const token = tokenOf(request);
      if (token !== null) put(reply, token);
    },
  };
}
