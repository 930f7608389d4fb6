import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { guesserOf } from '#server/kit/http/actor.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Browser } from './accounts.service.ts';

/** The browser of a request that wants to enter the account of that name. */
export function browserOf(
  parts: Pick<Deps, 'actors' | 'browsers' | 'sessions'>,
  { request, account }: { request: FastifyRequest; account: string },
): Browser {
  return {
    ...guesserOf(parts, request, account),
    oldToken: parts.sessions.cookie.read(request),
    guest: parts.browsers.keyOf(request),
    device: { browser: parts.browsers.keyToBe(request), userAgent: request.headers['user-agent'] },
    language: languageOfPages(request),
  };
}
