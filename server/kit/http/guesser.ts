/** As whom somebody who gives a password is counted: as a browser that the account knows, or else as an address. */
import type { FastifyRequest } from 'fastify';
import type { Guesser } from '#server/kit/limits/guesses.ts';
import type { Actors } from './actor.ts';
import type { Browsers } from './browsers.ts';

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
