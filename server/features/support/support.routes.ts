import { support } from '#core/contract/support.ts';
import type { Deps } from '#server/deps.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { receive } from './support.service.ts';

export const supportLimits = {
  /** Nobody has more to say in an hour that does not fit into ten. */
  supportMessages: { max: 10, seconds: 3600, isExact: true, isOfDeeds: true },
  /** Of whoever leaves an e-mail, signed in or not: of all behind one address, as accounts cost nothing. */
  contacts: { max: 5, seconds: 3600, isExact: true, isOfDeeds: true },
  contactsOfADay: { max: 20, seconds: 86_400, isExact: true, isOfDeeds: true },
  /** Mails that say that a message came, to a mailbox that nobody showed to be theirs. */
  supportMails: { max: 3, seconds: 86_400, isExact: true, isOfDeeds: true },
} as const satisfies Limits;

export function supportRoutes(serve: Serve, deps: Deps): void {
  const { actors } = deps;

  serve(support.send, async ({ body, user, actor, request }) => {
    const { message, subject = null } = body;
    const of = { actor: actor.key, limits: ['supportMessages'], language: languageOfPages(request) };
    await receive(deps, { userId: user.id, contactEmail: null, subject, message, ...of });
    return { success: true as const };
  });

  serve(support.contact, async ({ body, user, request }) => {
    const { email, subject, message } = body;
    const actor = actors.ofAddress(request).key;
    const of = { actor, limits: ['contacts', 'contactsOfADay'], language: languageOfPages(request) };
    await receive(deps, { userId: user?.id ?? null, contactEmail: email, subject, message, ...of });
    return { success: true as const };
  });
}
