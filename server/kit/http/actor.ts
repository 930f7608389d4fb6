/** Who sends a request, for rate limits: an account, or a keyed hash of the address. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { LoginAttempt } from '#server/kit/limits/login-throttling.ts';
import type { KnownDevices } from './known-devices.ts';
import { addressOf } from './request-context.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export interface Actor {
  /** Key of rate limits, the same on every node. */
  readonly key: string;
  readonly userId: string | null;
}

export interface Actors {
  /** By the user that was looked up. */
  of(request: FastifyRequest, user: Pick<SignedIn, 'id'> | null): Actor;
  /** By the session cache of this process, without a query. */
  guess(request: FastifyRequest): Actor;
  /** Whether the request has a session cookie that this process has not looked up. */
  isUnknownSession(request: FastifyRequest): boolean;
  /** By the address alone; closed connections share one key. */
  ofAddress(request: FastifyRequest): Actor;
  /** A keyed hash, for values that must not be readable in a table. */
  fingerprintOf(...what: string[]): string;
  /** A keyed hash of an account name, whether or not it exists. */
  ofAccount(name: string): string;
  /** A keyed hash of the address's network. */
  networkOf(request: FastifyRequest): string;
}

const CACHED_ADDRESSES = 10_000;

export function createActors({ secret, sessions }: { secret: string; sessions: Sessions }): Actors {
  const addresses = new LRUCache<string, Actor>({ max: CACHED_ADDRESSES });

  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);

  function ofAddress(request: FastifyRequest): Actor {
    const ip = addressOf(request);
    const known = addresses.get(ip);
    if (known) return known;
    const actor = { key: `address:${sign(`address ${householdOf(ip)}`)}`, userId: null };
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
    isUnknownSession: (request) => sessions.met(request) === undefined,
    ofAddress,
    fingerprintOf: (...what) => sign(`print ${JSON.stringify(what)}`),
    ofAccount: (name) => sign(`account ${name.trim().toLowerCase()}`),
    networkOf: (request) => `network:${sign(`network ${networkIn(addressOf(request))}`)}`,
  };
}

/** One household has an IPv6 /64, which counts as one address. */
export function householdOf(address: string): string {
  return address.includes(':') && !isMapped(address) ? groupsOf(address).slice(0, 4).join(':') : bare(address);
}

/** The IPv4 /24 or IPv6 /48: the smallest block that is routed or assigned to one customer. */
export function networkIn(address: string): string {
  if (address.includes(':') && !isMapped(address)) return groupsOf(address).slice(0, 3).join(':');
  return bare(address).split('.').slice(0, 3).join('.');
}

const isMapped = (address: string) => address.startsWith('::ffff:');
const bare = (address: string) => (isMapped(address) ? address.slice(7) : address);

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = (tail ?? '').split(':').filter(Boolean);
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest];
}

/** A login attempt before the account was looked up: from an unknown browser. */
export interface UnverifiedLoginAttempt extends LoginAttempt {
  /** The same attempt from a known browser, if this browser signed in with that password hash before. */
  met(passwordHash: string | null): LoginAttempt;
}

/** @param account - the e-mail as typed; the account need not exist */
export function loginAttemptFrom(
  { actors, knownDevices }: { actors: Actors; knownDevices: KnownDevices },
  request: FastifyRequest,
  account: string,
): UnverifiedLoginAttempt {
  const stranger = {
    account: actors.ofAccount(account),
    from: actors.ofAddress(request).key,
    network: actors.networkOf(request),
    isKnown: false,
  };
  return {
    ...stranger,
    met(passwordHash) {
      const isKnown = knownDevices.trusts(request, { account, passwordHash });
      return { ...stranger, ...(isKnown && { isKnown, from: knownDevices.keyOf(request) ?? stranger.from }) };
    },
  };
}
