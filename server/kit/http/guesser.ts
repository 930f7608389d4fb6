/** As whom somebody who gives a password is counted: as a browser that the account knows, or else as an address. */
import type { FastifyRequest } from 'fastify';
import type { Guesser } from '#server/kit/limits/guesses.ts';
import type { Actors } from './actor.ts';
import type { Browsers } from './browsers.ts';

/** @param account - the e-mail as it was typed, of an account or of none */
export function guesserOf(
  { actors, browsers }: { actors: Actors; browsers: Browsers },
  request: FastifyRequest,
  account: string,
): Guesser {
  const known = browsers.knows(request, account) ? browsers.keyOf(request) : null;
  return {
    account: actors.ofAccount(account),
    from: known ?? actors.ofAddress(request).key,
    network: actors.networkOf(request),
    isKnown: known !== null,
  };
}
