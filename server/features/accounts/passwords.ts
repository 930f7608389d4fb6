/**
 * Password hashing with argon2id, with bounded concurrency and queues. Passwords are hashed in NFKC: keyboards spell the same
 * letters differently.
 */
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { busy } from '#server/kit/app-error.ts';
import { createSemaphore, keyedQueue, skipIfExpired } from '#server/kit/concurrency.ts';
import { saltOf } from '#server/kit/http/known-devices.ts';

const ARGON2ID = 2 as Algorithm.Argon2id;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Concurrent hashes; one core is left for requests. */
export const MOST_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Maximum queue length per priority. */
const MOST_WAITING = 50;
/** Concurrent hashes per network, so that one network cannot fill the queue. */
const SHARE = 4;
/** Hash of an unused password: verifying against it takes as long as a real one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rqnU73DTuQ3e47Uv6h5DNA$TiQkFelXrL7jZbTDh3j6ylvVdEx8m9TUEewyRKOkAkw';

/** By priority. */
const RANKS = ['knownBrowser', 'signIn', 'registration'] as const;

/** Priority and network of a hash. */
export interface Hasher {
  network: string;
  comesAs: (typeof RANKS)[number];
}

const OURSELVES: Hasher = { network: '', comesAs: 'knownBrowser' };

const hashing = createSemaphore(MOST_AT_ONCE);
const ofNetwork = keyedQueue({ concurrency: SHARE, maxWaiting: MOST_WAITING, full: busy });

/** The hash to store; throws 503 when the queue is full. */
export function hashPassword(password: string, whose = OURSELVES): Promise<string> {
  return enqueueHash(whose, () => hash(password.normalize('NFKC'), SETTINGS));
}

/**
 * The hash to store from now on, or null if the password is wrong; without a hash it takes the same time and returns null.
 * It is `stored`, unless that is a hash from before passwords were normalized: then the salt alone is kept.
 */
export function verifyHash(password: string, stored: string | null, whose = OURSELVES): Promise<string | null> {
  const normalized = password.normalize('NFKC');
  const asked = stored ?? NOBODYS_HASH;
  return enqueueHash(whose, async () => {
    if (await verify(asked, normalized)) return stored;
    if (password === normalized || !(await verify(asked, password)) || stored === null) return null;
    return hash(normalized, { ...SETTINGS, salt: Buffer.from(saltOf(stored), 'base64') });
  });
}

function enqueueHash<T>({ network, comesAs }: Hasher, work: () => Promise<T>): Promise<T> {
  const rank = RANKS.indexOf(comesAs);
  const begin = skipIfExpired(work, busy);
  return ofNetwork(`${comesAs} ${network}`, async () => {
    if (hashing.waitingAt(rank) >= MOST_WAITING) throw busy();
    return hashing.run(begin, rank);
  });
}
