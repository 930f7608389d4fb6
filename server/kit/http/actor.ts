/** Who acts: an account, or, where nobody is signed in, something that stands for an address without telling it. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Guesser } from '#server/kit/limits/login-throttling.ts';
import type { Browsers } from './browsers.ts';
import { addressOf } from './request-context.ts';
import type { Sessions, SignedIn } from './sessions.ts';

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
  /** What stands for something that a table is not to tell. */
  printOf(...what: string[]): string;
  /** What stands for an account of that name, or for what is none. */
  ofAccount(name: string): string;
  /** The network of the address: who has one of its addresses mostly has many. */
  networkOf(request: FastifyRequest): string;
}

const REMEMBERED = 10_000;

export function createActors({ secret, sessions }: { secret: string; sessions: Sessions }): Actors {
  const addresses = new LRUCache<string, Actor>({ max: REMEMBERED });

  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);

  function ofAddress(request: FastifyRequest): Actor {
    const ip = addressOf(request);
    const known = addresses.get(ip);
    if (known) return known;
    const actor = { key: `address:${sign(`address ${household(ip)}`)}`, userId: null };
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
    printOf: (...what) => sign(`print ${JSON.stringify(what)}`),
    ofAccount: (name) => sign(`account ${name.trim().toLowerCase()}`),
    networkOf: (request) => `network:${sign(`network ${networkIn(addressOf(request))}`)}`,
  };
}

/** One household has one IPv6 /64: it counts as one address. */
export function household(address: string): string {
  return address.includes(':') && !isMapped(address) ? groupsOf(address).slice(0, 4).join(':') : bare(address);
}

/** An IPv4 /24 or IPv6 /48: the least that is routed on its own, or given to one customer. */
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

/** As whom somebody who gives a password is counted: as a browser that the account knows, or else as an address. */

/** Who tries to open an account, before it is known which password that has: nobody's browser is known yet. */
export interface Stranger extends Guesser {
  /** The same, where it was opened with this password in that browser, as one that is known. */
  met(passwordHash: string | null): Guesser;
}

/** @param account - the e-mail as it was typed, of an account or of none */
export function guesserOf(
  { actors, browsers }: { actors: Actors; browsers: Browsers },
  request: FastifyRequest,
  account: string,
): Stranger {
  const stranger = {
    account: actors.ofAccount(account),
    from: actors.ofAddress(request).key,
    network: actors.networkOf(request),
    isKnown: false,
  };
  return {
    ...stranger,
    met(passwordHash) {
      const isKnown = browsers.trusts(request, { account, passwordHash });
      return { ...stranger, ...(isKnown && { isKnown, from: browsers.keyOf(request) ?? stranger.from }) };
    },
  };
}
