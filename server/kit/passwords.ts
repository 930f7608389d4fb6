/** Password hashes: argon2id, never so many at once that files and pages have to wait for them. */
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AppError } from './http/errors.ts';
import { turns } from './turns.ts';

const ARGON2ID = 2 as Algorithm.Argon2id;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A core is left to who looks at pages. */
export const MOST_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
const MOST_WAITING = 50;
/** Of a password nobody has: checking against it takes as long as checking a real one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rqnU73DTuQ3e47Uv6h5DNA$TiQkFelXrL7jZbTDh3j6ylvVdEx8m9TUEewyRKOkAkw';

const hashing = turns(MOST_AT_ONCE);

/** The hash to store; throws 503 when too many are already waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, SETTINGS));
}

/** Whether the password is the one of the hash; without a hash it takes as long and is never right. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? NOBODYS_HASH, password));
  return matches && stored !== null;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.waiting >= MOST_WAITING) throw new AppError(503, 'server.busy', { retryAfter: 2 });
  return hashing.take(work);
}
