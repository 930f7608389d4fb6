import type { FastifyRequest } from 'fastify';
import { support } from '#core/contract/support.ts';
import type { Deps } from '#server/deps.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { listOwnMessages, receiveMessage, supportReceived } from './support.service.ts';

const exact = { isExact: true, countedInTransaction: true } as const;

export const supportLimits = {
  /** Of one account. */
  supportMessages: { max: 10, seconds: 3600, ...exact },
  /** Of all accounts behind one address. */
  supportMessagesOfAnAddress: { max: 30, seconds: 3600, per: 'address', ...exact },
  supportMessagesOfANetwork: { max: 150, seconds: 3600, per: 'network', ...exact },
  /** Contact messages of one address, signed in or not. */
  contacts: { max: 5, seconds: 3600, per: 'address', ...exact },
  contactsOfADay: { max: 20, seconds: 86_400, per: 'address', ...exact },
  /** The same of a whole network. */
  contactsOfANetwork: { max: 25, seconds: 3600, per: 'network', ...exact },
} as const satisfies Limits;

function supportRoutes(serve: Serve, deps: Deps): void {
  const { actors } = deps;
  const placesOf = (request: FastifyRequest) => ({
    address: actors.ofAddress(request).key,
    network: actors.networkOf(request),
  });

  serve(support.mine, ({ user }) => listOwnMessages(deps.db, user.id));

  serve(support.send, async ({ body, user, actor, request }) => {
    const { message, subject = null, orderId = null } = body;
    const { address, network } = placesOf(request);
    const counted = [
      { name: 'supportMessages', key: actor.key },
      { name: 'supportMessagesOfAnAddress', key: address },
      { name: 'supportMessagesOfANetwork', key: network },
    ];
    const language = languageOfPages(request);
    await receiveMessage(deps, { userId: user.id, contactEmail: null, orderId, subject, message, counted, language });
    return { success: true as const };
  });

  serve(support.contact, async ({ body, user, request }) => {
    const { email, subject, message } = body;
    const { address, network } = placesOf(request);
    const counted = [
      { name: 'contacts', key: address },
      { name: 'contactsOfADay', key: address },
      { name: 'contactsOfANetwork', key: network },
    ];
    const language = languageOfPages(request);
    await receiveMessage(deps, {
      userId: user?.id ?? null,
      contactEmail: email,
      orderId: null,
      subject,
      message,
      counted,
      language,
    });
    return { success: true as const };
  });
}

export const feature = { contract: { support }, routes: supportRoutes, limits: supportLimits, jobs: [supportReceived] };
