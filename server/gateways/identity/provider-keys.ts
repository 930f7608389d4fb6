/** The keys of a provider: kept, asked for again when they are old, and used as they are while it is away. */
import type { FastifyBaseLogger } from 'fastify';
import { reasonOf } from '#server/kit/error-facts.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { KeysAway } from './identity-provider.ts';

/** From then on they are asked for behind the back of who signs in. */
const OLD_MS = 3600_000;
/** A key that was taken back counts no longer than this while the provider is away. */
const WORTHLESS_MS = 24 * 3600_000;
/** Between two questions, whatever is signed with keys that nobody has heard of. */
const PAUSE_MS = 30_000;
/** The same while there are none. */
const PAUSE_WITHOUT_MS = 5_000;

export interface ProviderKeys<Keys> {
  /** Throws `KeysAway`. */
  current(): Promise<Keys>;
  /** The same, asked for anew unless that was just done: for what is signed with a key that is not among them. */
  newest(): Promise<Keys>;
}

export function providerKeys<Keys>(
  ask: () => Promise<Keys>,
  { clock, log, name }: { clock: Clock; log: FastifyBaseLogger; name: string },
): ProviderKeys<Keys> {
  let known: { keys: Keys; at: number } | null = null;
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  const age = () => (known ? clock.elapsed() - known.at : Number.POSITIVE_INFINITY);

  function renew(): Promise<void> {
    const pause = age() < WORTHLESS_MS ? PAUSE_MS : PAUSE_WITHOUT_MS;
    if (asking === null && clock.elapsed() - askedAt >= pause) {
      askedAt = clock.elapsed();
      asking = ask()
        .then(
          (keys) => {
            known = { keys, at: clock.elapsed() };
          },
          (error) => log.warn({ provider: name, reason: reasonOf(error) }, 'the keys of a provider did not come'),
        )
        .finally(() => {
          asking = null;
        });
    }
    return asking ?? Promise.resolve();
  }

  function usable(): Keys {
    if (known === null || age() >= WORTHLESS_MS) throw new KeysAway(`the keys of ${name} are not known`);
    return known.keys;
  }

  return {
    async current() {
      const renewing = age() >= OLD_MS ? renew() : null;
      if (age() >= WORTHLESS_MS) await renewing;
      return usable();
    },
    async newest() {
      await renew();
      return usable();
    },
  };
}
