/** Password hashes: argon2id, never so many at once that files and pages have to wait for them. */
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { lines, turns, unlessLate } from './concurrency.ts';
import { busy } from './http/errors.ts';

const ARGON2ID = 2 as Algorithm.Argon2id;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A core is left to who looks at pages. */
export const MOST_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Of each rank. */
const MOST_WAITING = 50;
/** Of one network, with those that are hashed: whoever comes next waits for these and not for all it asks for. */
const SHARE = 4;
/** Of a password nobody has: checking against it takes as long as checking a real one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rqnU73DTuQ3e47Uv6h5DNA$TiQkFelXrL7jZbTDh3j6ylvVdEx8m9TUEewyRKOkAkw';

/** Who was here before comes first, and who wants in before who wants to join. */
const RANKS = ['knownBrowser', 'signIn', 'registration'] as const;

/** For whom a password is hashed. */
export interface Hasher {
  network: string;
  comesAs: (typeof RANKS)[number];
}

const OURSELVES: Hasher = { network: '', comesAs: 'knownBrowser' };

const hashing = turns(MOST_AT_ONCE);
const ofNetwork = lines({ atWork: SHARE, longest: MOST_WAITING, full: busy });

/** The hash to store; throws 503 when too many are already waiting. */
export function hashPassword(password: string, whose = OURSELVES): Promise<string> {
  return inTurn(whose, () => hash(password, SETTINGS));
}

/** Whether the password is the one of the hash; without a hash it takes as long and is never right. */
export async function isPassword(password: string, stored: string | null, whose = OURSELVES): Promise<boolean> {
  const matches = await inTurn(whose, () => verify(stored ?? NOBODYS_HASH, password));
  return matches && stored !== null;
}

function inTurn<T>({ network, comesAs }: Hasher, work: () => Promise<T>): Promise<T> {
  const rank = RANKS.indexOf(comesAs);
  const inTime = unlessLate(work, busy);
  return ofNetwork(`${comesAs} ${network}`, async () => {
    if (hashing.waitingAt(rank) >= MOST_WAITING) throw busy();
    return hashing.take(inTime, rank);
  });
}
