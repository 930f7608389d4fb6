/** How each limit is reached. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { contract, endpoints } from '#core/contract/index.ts';
import { tokens } from '#db/schema/sign-in.ts';
import { accountsMailReset } from '#server/features/accounts/accounts.jobs.ts';
import { isEmailTaken } from '#server/features/people/people.store.ts';
import { limits } from '#server/features.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { takingCards } from './card-buyers.ts';
import { type Client, newSessionId, type Shop } from './client.ts';
import { paperCards } from './paper-cards.ts';
import { send } from './samples.ts';
import { newDeal, newUser } from './shoppers.ts';

export type Limit = keyof typeof limits;
type Ask = (shop: Shop, who: Client) => Promise<{ statusCode: number }>;

/** After so many a limit is reached. */
export const MOST = 4;
export const cards = takingCards(paperCards());
const { accounts, cart, categories, deals, favorites, orders, payments, privacy, searches, secondFactors } = contract;
const { sessions, support } = contract;
const asking =
  (endpoint: Endpoint, known: () => Record<string, unknown> = () => ({})): Ask =>
  (_shop, who) =>
    send(who, endpoint, known());
export const newEmail = () => `${newSessionId()}@example.al`;
export const PASSWORD = 'një gotë me ujë';

export async function order(shop: Shop, who: Client) {
  await send(who, cart.add, { dealId: await newDeal(shop.db) });
  return send(who, orders.cash);
}

async function prepare(shop: Shop, who: Client) {
  await send(who, cart.add, { dealId: await newDeal(shop.db) });
  return send(who, payments.intent);
}

/** All but so few were prepared by others: each person may prepare fewer than that. */
const prepareAmongMany =
  (limit: 'cardAttemptsOfAnAddress' | 'cardAttemptsOfANetwork'): Ask =>
  async (shop) => {
    const answer = await prepare(shop, await shop.as({ email: newEmail() }));
    const before = 'update rate_limits set count = $1 where key like $2 and count = 1';
    await shop.pool.query(before, [limits[limit].max - MOST + 1, `${limit}:%`]);
    return answer;
  };

/** All but so few were asked for there before, from other addresses or by others. */
const amongMany =
  (limit: Limit, ask: (shop: Shop) => ReturnType<Ask>): Ask =>
  async (shop) => {
    const answer = await ask(shop);
    await shop.deps.limiter.flush();
    const before = 'update rate_limits set count = $1 where key like $2 and count = 1';
    await shop.pool.query(before, [limits[limit].max - MOST + 1, `${limit}:%`]);
    return answer;
  };
const write = async (shop: Shop) => send(await shop.as({ email: newEmail() }), support.send, aMessage());
const askForLink = (shop: Shop) => send(shop.guest(), accounts.resetRequest, { email: newEmail() });
const leave = (shop: Shop) => send(shop.guest(), support.contact, aMessage());

/** Where the plainest request for a deal is not what that limit counts. */
export const special: Partial<Record<Limit, Ask>> = {
  requests: asking(categories.list),
  countedSearches: amongMany('countedSearches', (shop) => send(shop.guest(), searches.count)),
  crowds: async (shop, who) => {
    const answer = await send(who, categories.list);
    await shop.deps.limiter.flush();
    // All but so few of an address were asked by others: each account may ask less often than that.
    const before = "update rate_limits set count = $1 where key like 'crowds:%' and count = 1";
    await shop.pool.query(before, [limits.crowds.max - MOST + 1]);
    return answer;
  },
  // A session is strange to a process that has not met it yet.
  strangers: async (shop) => send(await shop.as({ email: newEmail() }), accounts.me),
  searches: asking(deals.list, () => ({ search: 'manikyr' })),
  mutations: asking(cart.clear),
  logins: asking(accounts.login, () => ({ username: newEmail(), password: PASSWORD })),
  networkLogins: async (shop) => {
    const answer = await send(shop.guest(), accounts.login, { username: newEmail(), password: PASSWORD });
    // All but so few of a network were wrong before: each address may be wrong less often than that.
    const before = "update rate_limits set count = $1 where key like 'networkLogins:%' and count = 1";
    await shop.pool.query(before, [limits.networkLogins.max - MOST + 1]);
    return answer;
  },
  arrivals: async (shop) => {
    // Wrong passwords have a limit of their own, by the hour.
    await shop.pool.query("delete from rate_limits where key ~ '^(logins|networkLogins):'");
    return send(shop.guest(), accounts.login, { username: newEmail(), password: PASSWORD });
  },
  signIns: (() => {
    const username = newEmail();
    return async (shop) => {
      if (!(await isEmailTaken(shop.db, username)))
        await send(shop.guest(), accounts.register, { email: username, passwordHash: PASSWORD });
      return send(shop.guest(), accounts.login, { username, password: PASSWORD });
    };
  })(),
  registrations: asking(accounts.register, () => ({ email: newEmail(), passwordHash: PASSWORD })),
  networkRegistrations: async (shop) => {
    const answer = await send(shop.guest(), accounts.register, { email: newEmail(), passwordHash: PASSWORD });
    // All but so few were made from other addresses of the network.
    const before = "update rate_limits set count = $1 where key like 'networkRegistrations:%' and count = 1";
    await shop.pool.query(before, [limits.networkRegistrations.max - MOST + 1]);
    return answer;
  },
  resetRequests: amongMany('resetRequests', askForLink),
  networkResetRequests: amongMany('networkResetRequests', askForLink),
  resetMails: async (shop) => {
    // Those of an address are fewer here.
    await shop.pool.query("delete from rate_limits where key !~ '^resetMails:'");
    return send(shop.guest(), accounts.resetRequest, { email: 'harrova@example.al' });
  },
  // Whoever signs in is in all the same: what is refused is the mail about it.
  securityMails: async (shop) => {
    await shop.pool.query("delete from rate_limits where key !~ '^securityMails:'");
    const email = `harrova+${randomUUID()}@example.al`;
    await newUser(shop.db, { email, passwordHash: await hashPassword(PASSWORD) });
    const jobs = async () =>
      (await shop.pool.query("select from graphile_worker.jobs where task_identifier = 'accounts-tell-sign-in'"))
        .rowCount;
    const before = await jobs();
    const { statusCode } = await send(shop.guest(), accounts.login, { username: email, password: PASSWORD });
    return { statusCode: (await jobs()) === before ? 429 : statusCode };
  },
  passwordChanges: async (shop, who) => {
    await shop.pool.query('update users set password_hash = $1', [await hashPassword(PASSWORD)]);
    return send(who, accounts.changePassword, { current: PASSWORD, password: 'dy gota me ujë' });
  },
  endings: async (shop, who) => {
    await shop.as((await who(accounts.me)).user);
    return send(who, sessions.endOthers);
  },
  verificationMails: asking(accounts.verifyRequest),
  // Nobody hears of it: what is refused is the mail.
  linkMails: async ({ db, deps }) => {
    const userId = await newUser(db, { email: `harrova+${randomUUID()}@example.al` });
    await accountsMailReset.perform(deps, { userId });
    return { statusCode: (await db.$count(tokens, eq(tokens.userId, userId))) === 0 ? 429 : 200 };
  },
  cashOrders: order,
  // The order is made all the same: what is refused is its mail.
  orderMails: async (shop, who) => {
    const answer = await order(shop, who);
    const { rowCount } = await shop.pool.query('select from graphile_worker.jobs where key like $1', [
      `%${answer.json().id}%`,
    ]);
    return { statusCode: rowCount === 0 ? 429 : answer.statusCode };
  },
  supportMessages: asking(support.send, () => aMessage()),
  supportMessagesOfAnAddress: amongMany('supportMessagesOfAnAddress', write),
  supportMessagesOfANetwork: amongMany('supportMessagesOfANetwork', write),
  contactsOfANetwork: amongMany('contactsOfANetwork', leave),
  contacts: leave,
  contactsOfADay: async (shop) => {
    // A smaller one counts an hour.
    await shop.pool.query("delete from rate_limits where key like 'contacts:%'");
    return leave(shop);
  },
  // It is heard all the same: what is refused is its mail.
  supportMails: async (shop) => {
    await shop.pool.query("delete from rate_limits where key ~ '^contacts'");
    const answer = await send(shop.guest(), support.contact, { ...aMessage(), email: 'ana@example.al' });
    const { rowCount } = await shop.pool.query(
      "select from graphile_worker._private_jobs j join support_messages m on j.payload->>'messageId' = m.id::text where m.created_at = (select max(created_at) from support_messages)",
    );
    return { statusCode: rowCount === 0 ? 429 : answer.statusCode };
  },
  renewals: async (shop, who) => {
    // Wrong codes have a limit of their own.
    await shop.pool.query("delete from rate_limits where key like 'codes:%'");
    return send(who, secondFactors.renew);
  },
  closings: async (shop, who) => {
    // The last administrator stays.
    await shop.pool.query("update users set role = case when email = $1 then 'admin' else 'user' end", [
      (await who(accounts.me)).user.email,
    ]);
    return send(who, privacy.close);
  },
  // The account is closed all the same; only its email is refused.
  accountClosedEmails: async (shop) => {
    const leaver = await shop.as({ email: `ana+${newSessionId()}@example.al` });
    const answer = await send(leaver, privacy.close);
    const { rowCount } = await shop.pool.query('delete from closed_account_notices');
    return { statusCode: rowCount === 0 ? 429 : answer.statusCode };
  },
  cardAttempts: prepare,
  cardAttemptsOfADay: async (shop, who) => {
    // A smaller one counts ten minutes.
    await shop.pool.query("delete from rate_limits where key like 'cardAttempts:%'");
    return prepare(shop, who);
  },
  cardAttemptsOfAnAddress: prepareAmongMany('cardAttemptsOfAnAddress'),
  cardAttemptsOfANetwork: prepareAmongMany('cardAttemptsOfANetwork'),
  // Whoever is signed in has a smaller one, of changes.
  webhooks: (shop) => send(shop.guest(), payments.webhook),
  guestFavorites: async (shop) => {
    // Changes have a limit of their own, by the minute.
    shop.clock.move(60_000);
    return send(shop.guest(), favorites.add, { dealId: await newDeal(shop.db) });
  },
};

/** What nobody wrote before. */
const aMessage = () => ({ message: newSessionId(), email: newEmail(), subject: 'Porosia' });

/** Calls the endpoint that names the limit. */
export const plainly =
  (limit: Limit): Ask =>
  async (shop, who) => {
    const [, endpoint] = endpoints.find(([, its]) => [its.limit].flat().includes(limit)) ?? [];
    if (!endpoint) throw new Error(`No endpoint names '${limit}': say in 'special' what counts.`);
    return send(who, endpoint, { dealId: await newDeal(shop.db) });
  };

/** Those that are reached through smaller ones alone: what others did is written down instead. */
export const seeded: readonly Limit[] = [
  ...(['networkLogins', 'networkRegistrations', 'crowds', 'countedSearches'] as const),
  ...(['resetRequests', 'networkResetRequests'] as const),
  ...(['cardAttemptsOfAnAddress', 'cardAttemptsOfANetwork'] as const),
  ...(['supportMessagesOfAnAddress', 'supportMessagesOfANetwork', 'contactsOfANetwork'] as const),
];
