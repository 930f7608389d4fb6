/**
 * Who gets what from every call: the contract's half of the threat model as a table. `test/access.test.ts` runs every cell.
 * A row of the contract without its line does not compile.
 */

import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { contract } from '#core/contract/index.ts';
import { users } from '#db/schema/people.ts';
import { sessions } from '#db/schema/sign-in.ts';
import { makeLink } from '#server/features/accounts/mailed-links.store.ts';
import { newCardPayment } from '../card-payments.ts';
import { onPaper } from '../paper-identities.ts';
import { codeOf, newSecondFactor } from '../second-factors.ts';
import { newOrder, newUser } from '../shoppers.ts';
import { restricted } from './restricted-rows.ts';
import { type Actor, PASSWORD, passwordHash, type Scene } from './scene.ts';

/** The rows of the contract and those of tests, for the rights that no row asks for yet. */
const calls = { ...contract, restricted };

type Calls = typeof calls;
type RowName = { [Noun in keyof Calls]: `${Noun}.${keyof Calls[Noun] & string}` }[keyof Calls];

type FieldValues = Record<string, unknown>;

export interface Line {
  /** A status for each of `actors`, where 200 is any that the row says; behind them the code of a refusal that is not the usual one, such as `404=deals.notFound`. */
  answers: string;
  /** What the call is about, where the plainest request is not meant. */
  about?: string;
  /** Values of fields that have to be right; what they name and is not in the scene is made here, with its `db`. */
  known?: (scene: Scene, actor: Actor) => FieldValues | Promise<FieldValues>;
}

const everybody = { answers: '200   200   200    200    200    200   200' };
const signedIn = { answers: '401   200   200    200    200    200   401' };
const onlyAdmins = { answers: '401   403   403    403    403    200   401' };
/** Each their own line of the cart. */
const ownLine = { about: 'a line of their own', known: (_: Scene, { itemId }: Actor) => ({ itemId }) };
const usersLine = { about: "the user's line", known: ({ user }: Scene) => ({ itemId: user.itemId }) };
/** Each an order of their own, and a guest nobody's. */
const ownOrder = {
  about: 'an order of their own',
  known: async ({ db, guest }: Scene, { id }: Actor) => ({
    id: await newOrder(db, { userId: id === guest.id ? null : id }),
  }),
};
const usersOrder = {
  about: "the user's order",
  known: async ({ db, user }: Scene) => ({ id: await newOrder(db, { userId: user.id }) }),
};
const paidPayment = {
  about: 'a payment of their own',
  known: async ({ db, cards, guest }: Scene, { id }: Actor) => {
    const paymentIntentId = await newCardPayment({ db, cards }, id === guest.id ? null : id);
    cards.pay(paymentIntentId);
    return { paymentIntentId };
  },
};
const usersPayment = {
  about: "the user's payment, which nobody paid yet",
  known: async (scene: Scene) => ({ paymentIntentId: await newCardPayment(scene, scene.user.id) }),
};
const event = ({ cards }: Scene) => {
  const { body, signature } = cards.event('pi_unknown');
  return { bytes: body, headers: { 'stripe-signature': signature } };
};
/** An app of which the account asks for codes, or the first one. */
const apps = (about: string, isOn: boolean) => ({
  about,
  known: async ({ db, now, guest, disabled }: Scene, { id }: Actor) => ({
    code: [guest.id, disabled?.id].includes(id)
      ? '000000'
      : codeOf(await newSecondFactor(db, { userId: id, isOn }), now()),
  }),
});
const ownApp = apps('an app of their own', true);
const confirmedEmail = {
  about: 'an e-mail that was confirmed',
  known: async ({ db, disabled }: Scene, { id }: Actor) => {
    if (id !== disabled?.id) await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
    return { password: PASSWORD };
  },
};
const anyCode = () => ({ code: '000000' });
const begunApp = apps('an app that shows its first code', false);
/** Somebody whom nobody here has seen. */
const vouched = () => ({ credential: onPaper({ subject: v7(), email: `new-${v7()}@gmail.com` }) });
const closed = ({ disabled }: Scene) => ({ credential: onPaper({ subject: v7(), email: disabled.email }) });
const linking = () => ({ ...vouched(), provider: 'google', password: PASSWORD });
const unlinking = () => ({ provider: 'google', password: PASSWORD });
const newAccount = () => ({ email: `new-${v7()}@example.al`, passwordHash: PASSWORD });
const newPassword = () => ({ current: PASSWORD, password: 'dy gota me ujë' });
/** Whoever else asks ends nothing. */
const somebodysSession = {
  about: "somebody's session",
  known: async ({ db }: Scene) => {
    const id = v7();
    const userId = await newUser(db);
    await db
      .insert(sessions)
      .values({ id, sid: id, sess: { rememberMe: false }, userId, expire: new Date(Date.now() + 60_000) });
    return { id };
  },
};
/** A guest knows the user's. */
const credentials = ({ user }: Scene, actor: Actor) => ({
  username: actor.client.cookies.size > 0 ? actor.email : user.email,
  password: PASSWORD,
});
/** Of somebody new, whose account is closed where the actor's is. */
const linkFor = (
  purpose: 'reset' | 'verify',
  { about = 'a link that was mailed to somebody', hash = passwordHash, password = PASSWORD } = {},
) => ({
  about,
  known: async ({ db, disabled }: Scene, { id }: Actor) => {
    const email = `${v7()}@example.al`;
    const userId = await newUser(db, { email, passwordHash: hash || null });
    const { token } = await makeLink(db, { userId, email, purpose });
    if (id === disabled?.id) await db.update(users).set({ isActive: false }).where(eq(users.id, userId));
    return { token, ...(password && { password }) };
  },
});
const resetLink = linkFor('reset');
const verificationLink = linkFor('verify');
const withoutPassword = linkFor('verify', { about: 'a link without the password', password: '' });
const withWrongPassword = linkFor('verify', { about: 'a link with a wrong password', password: 'not it at all' });
const ofNoPassword = linkFor('verify', { about: 'a link of an account without a password', hash: '' });
/** A guest has that of somebody, and so has whoever has no account any more. */
const ownLink = {
  about: 'a link that was mailed to them',
  known: async (scene: Scene, actor: Actor) => {
    const { id: userId, email } = actor;
    if ([scene.guest.id, scene.disabled?.id].includes(userId)) return withoutPassword.known(scene, actor);
    return { token: (await makeLink(scene.db, { userId, email, purpose: 'verify' })).token };
  },
};
const hiddenDeal = { about: 'a hidden deal', known: ({ hidden }: Scene) => ({ id: hidden, dealId: hidden }) };

// biome-ignore format: columns
const table: Record<RowName, readonly Line[]> = {
  //                               guest user  other  dealer other  admin disabled
  //                                                         dealer
  'categories.list':   [everybody],
  'deals.list':        [everybody],
  'deals.hints':       [everybody],
  'deals.nextCity':    [everybody],
  'deals.featured':    [everybody],
  'deals.get':         [everybody,
           { ...hiddenDeal, answers: '404   404   404    200    404    200   404   404=deals.notFound' }],
  'deals.related':     [everybody,
           { ...hiddenDeal, answers: '404   404   404    404    404    404   404   404=deals.notFound' }],

  'searches.count':    [everybody],
  'searches.popular':  [everybody],

  'accounts.me':       [signedIn],
  'accounts.register': [{ known: newAccount, ...everybody }],
  'accounts.resetRequest':  [{ known: (_: Scene, { email }: Actor) => ({ email }), ...everybody }],
  'accounts.reset':         [{ ...resetLink,
                            answers: '200   200   200    200    200    200   400   400=accounts.linkOver' },
           { about: 'a link that nobody was mailed', known: () => ({ password: PASSWORD, token: v7() }),
                            answers: '400   400   400    400    400    400   400   400=accounts.linkOver' }],
  'accounts.verify':        [{ ...ownLink,
                            answers: '403   200   200    200    200    200   400   403=accounts.passwordNeeded 400=accounts.linkOver' },
           { ...verificationLink,
                            answers: '200   200   200    200    200    200   400   400=accounts.linkOver' },
           { ...withoutPassword,
                            answers: '403   403   403    403    403    403   400   403=accounts.passwordNeeded 400=accounts.linkOver' },
           { ...withWrongPassword,
                            answers: '403   403   403    403    403    403   400   403=accounts.wrongPassword 400=accounts.linkOver' },
           { ...ofNoPassword,
                            answers: '403   403   403    403    403    403   400   403=accounts.signInFirst 400=accounts.linkOver' },
           { ...resetLink, about: 'a link for something else',
                            answers: '400   400   400    400    400    400   400   400=accounts.linkOver' }],
  'accounts.verifyRequest': [signedIn],
  'accounts.logout':   [everybody],
  'identities.nonce':  [everybody],
  'identities.google': [{ known: vouched, ...everybody },
           { about: 'what nobody signed', known: () => ({ credential: 'e30.e30.e30' }),
                            answers: '401   401   401    401    401    401   401   401=identities.googleFailed' },
           { about: 'a closed account', known: closed,
                            answers: '401   401   401    401    401    401   401   401=identities.googleFailed' }],
  'identities.apple':  [{ known: vouched, ...everybody },
           { about: 'what nobody signed', known: () => ({ credential: 'e30.e30.e30' }),
                            answers: '401   401   401    401    401    401   401   401=identities.appleFailed' }],
  'identities.linked': [signedIn],
  'identities.link':   [{ known: linking, ...signedIn },
           { about: 'what nobody signed', known: () => ({ ...linking(), credential: 'e30.e30.e30' }),
                            answers: '401   403   403    403    403    403   401   403=identities.notConfirmed' },
           { about: 'a wrong password', known: () => ({ ...linking(), password: 'nuk-eshte-ky' }),
                            answers: '401   403   403    403    403    403   401   403=accounts.wrongPassword' }],
  'identities.unlink': [{ known: unlinking, ...signedIn },
           { about: 'a wrong password', known: () => ({ ...unlinking(), password: 'nuk-eshte-ky' }),
                            answers: '401   403   403    403    403    403   401   403=accounts.wrongPassword' }],
  'accounts.login':    [{ known: credentials,
                            answers: '200   200   200    200    200    200   401   401=accounts.badCredentials' }],

  'accounts.changePassword': [{ known: newPassword, ...signedIn },
           { about: 'a wrong password', known: () => ({ ...newPassword(), current: 'not it at all' }),
                            answers: '401   403   403    403    403    403   401   403=accounts.wrongPassword' }],

  'sessions.list':     [signedIn],
  'sessions.end':      [signedIn, { ...somebodysSession, ...signedIn }],
  'sessions.endOthers': [signedIn],

  'settings.get':      [signedIn],
  'settings.save':     [signedIn],
  'settings.rename':   [signedIn],
  'settings.chooseLanguage': [signedIn],

  'secondFactors.state':   [signedIn],
  'secondFactors.begin':   [{ ...confirmedEmail, ...signedIn }],
  'secondFactors.confirm': [{ ...begunApp, ...signedIn },
           { about: 'no app at all', known: anyCode,
                            answers: '401   409   409    409    409    409   401   409=secondFactors.notBegun' }],
  'secondFactors.renew':   [{ ...ownApp, ...signedIn },
           { about: 'no app at all', known: anyCode,
                            answers: '401   409   409    409    409    409   401   409=secondFactors.isOff' }],
  'secondFactors.end':     [{ ...ownApp, ...signedIn },
           { about: 'no app at all', known: anyCode,
                            answers: '401   409   409    409    409    409   401   409=secondFactors.isOff' }],

  'cart.list':         [{ answers: '200   200   200    200    200    200   401' }],
  'cart.add':          [signedIn,
           { ...hiddenDeal, answers: '401   404   404    404    404    404   401   404=deals.notFound' },
           { about: "the dealer's deal", known: ({ dealOfDealer }) => ({ dealId: dealOfDealer }),
                            answers: '401   200   200    409    200    200   401   409=deals.own' }],
  'cart.update':       [{ ...ownLine, ...signedIn },
            { ...usersLine, answers: '401   200   404    404    404    404   401   404=cart.lineNotFound' }],
  'cart.remove':       [{ ...ownLine, ...signedIn },
            { ...usersLine, answers: '401   200   404    404    404    404   401   404=cart.lineNotFound' }],
  'cart.clear':        [signedIn],

  'favorites.list':    [signedIn],
  'favorites.mine':    [everybody],
  'favorites.add':     [everybody,
           { ...hiddenDeal, answers: '404   404   404    404    404    404   404   404=deals.notFound' }],
  'favorites.remove':  [everybody],

  'orders.cash':       [signedIn],
  'orders.mine':       [signedIn],
  'orders.one':        [{ ...ownOrder, ...signedIn },
            { ...usersOrder, answers: '401   200   404    404    404    404   401   404=orders.notFound' }],
  'orders.cancel':     [{ ...ownOrder, ...signedIn },
            { ...usersOrder, answers: '401   200   404    404    404    404   401   404=orders.notFound' }],

  'payments.intent':   [signedIn],
  'payments.checkout': [{ ...paidPayment, ...signedIn },
         { ...usersPayment, answers: '401   402   404    404    404    404   401   402=payments.notPaid 404=payments.notFound' },
     { about: 'one nobody has', known: () => ({ paymentIntentId: 'pi_unknown' }),
                            answers: '401   404   404    404    404    404   401   404=payments.notFound' }],
  'payments.webhook':  [{ ...everybody, known: event },
           { about: 'what another signed', known: (scene) => ({ ...event(scene), headers: { 'stripe-signature': 't=1,v1=00' } }),
                            answers: '400   400   400    400    400    400   400   400=payments.forged' }],

  'support.send':      [signedIn],
  'support.contact':   [everybody],

  'privacy.export':    [signedIn],
  'privacy.standing':  [signedIn],
  'privacy.close':     [{ known: () => ({ password: PASSWORD, givesUp: true }), ...signedIn },
           { about: 'a wrong password', known: () => ({ password: 'nuk-eshte-ky' }),
                            answers: '401   403   403    403    403    403   401   403=accounts.wrongPassword' }],

  'restricted.toUsers':   [signedIn],
  'restricted.toDealers': [{ answers: '401  403   403    200    200    200   401' }],
  'restricted.toAdmins':  [onlyAdmins],
};

/** Every line with its row. */
export const lines: readonly (Line & { name: string; row: Endpoint })[] = Object.entries(table).flatMap(
  ([name, its]) => {
    const [noun = '', call = ''] = name.split('.');
    const row = (calls as Record<string, Record<string, Endpoint>>)[noun]?.[call];
    return row ? its.map((line) => ({ ...line, name: line.about ? `${name} of ${line.about}` : name, row })) : [];
  },
);
