/** Cache of a provider's signing keys: refreshed in the background, stale if the provider is unreachable. */
import type { FastifyBaseLogger } from 'fastify';
import { reasonOf } from '#server/kit/error-facts.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { SigningKeysUnavailable } from './identity-provider.ts';

/** Older keys are refreshed in the background. */
const REFRESH_AFTER_MS = 3600_000;
/** Stale keys are used no longer than this. */
const MAX_STALE_MS = 24 * 3600_000;
/** Minimum time between two requests. */
const MIN_REQUEST_INTERVAL_MS = 30_000;
/** The same without any keys. */
const MIN_INTERVAL_WITHOUT_KEYS_MS = 5_000;

export interface ProviderKeys<Keys> {
  /** Throws `SigningKeysUnavailable`. */
  current(): Promise<Keys>;
  /** Refreshed first, for an unknown key id. */
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
    const pause = age() < MAX_STALE_MS ? MIN_REQUEST_INTERVAL_MS : MIN_INTERVAL_WITHOUT_KEYS_MS;
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
    if (known === null || age() >= MAX_STALE_MS) throw new SigningKeysUnavailable(`the keys of ${name} are not known`);
    return known.keys;
  }

  return {
    async current() {
      const renewing = age() >= REFRESH_AFTER_MS ? renew() : null;
      if (age() >= MAX_STALE_MS) await renewing;
      return usable();
    },
    async newest() {
      await renew();
      return usable();
    },
  };
}
