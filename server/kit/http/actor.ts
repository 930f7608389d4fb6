/** Who acts: an account, or, where nobody is signed in, something that stands for an address without telling it. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Sessions, SignedIn } from './sessions.ts';
import { addressOf } from './visitor-address.ts';

export interface Actor {
  /** What limits and counts know: the same on every node. */
  readonly key: string;
  readonly userId: string | null;
}

export interface Actors {
  /** Who acts, once it is known who is signed in. */
  of(request: FastifyRequest, user: Pick<SignedIn, 'id'> | null): Actor;
  /** Who acts as far as this process remembers, without asking the database. */
  guess(request: FastifyRequest): Actor;
  /** Whether the request says to be somebody whom this process has not looked up. */
  isStranger(request: FastifyRequest): boolean;
  /** The address alone, whoever is signed in; those who left before it was asked for are one. */
  ofAddress(request: FastifyRequest): Actor;
}

const REMEMBERED = 10_000;

export function createActors({ secret, sessions }: { secret: string; sessions: Sessions }): Actors {
  const addresses = new LRUCache<string, Actor>({ max: REMEMBERED });

  function ofAddress(request: FastifyRequest): Actor {
    const ip = addressOf(request);
    const known = addresses.get(ip);
    if (known) return known;
    const key = createHmac('sha256', secret)
      .update(`address ${household(ip)}`)
      .digest('base64url')
      .slice(0, 22);
    const actor = { key: `address:${key}`, userId: null };
    addresses.set(ip, actor);
    return actor;
  }

  const ofUser = (userId: string): Actor => ({ key: `user:${userId}`, userId });

  return {
    of: (request, user) => (user ? ofUser(user.id) : ofAddress(request)),
    guess: (request) => {
      const user = sessions.met(request);
      return user ? ofUser(user.id) : ofAddress(request);
    },
    isStranger: (request) => sessions.met(request) === undefined,
    ofAddress,
  };
}

/** One household has one IPv6 /64: it counts as one address. */
export function household(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = (tail ?? '').split(':').filter(Boolean);
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}
