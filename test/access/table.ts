/**
 * Who gets what from every call: the contract's half of the threat model as a table. `test/access.test.ts` runs every cell.
 * An endpoint of the contract without its line does not compile.
 */
import { v7 } from 'uuid';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { contract } from '#core/contract/index.ts';
import {
  anyCode,
  begunApp,
  closed,
  confirmedEmail,
  credentials,
  event,
  linking,
  newAccount,
  newPassword,
  ofNoPassword,
  ownApp,
  ownLine,
  ownLink,
  ownOrder,
  paidPayment,
  resetLink,
  somebodysSession,
  unlinking,
  usersLine,
  usersOrder,
  usersPayment,
  verificationLink,
  vouched,
  withoutPassword,
  withWrongPassword,
} from './known.ts';
import { restricted } from './restricted-rows.ts';
import { type Actor, PASSWORD, type Scene } from './scene.ts';

/** The endpoints of the contract and those of tests, for the rights that no endpoint asks for yet. */
const calls = { ...contract, restricted };

type Calls = typeof calls;
type RowName = { [Noun in keyof Calls]: `${Noun}.${keyof Calls[Noun] & string}` }[keyof Calls];

type FieldValues = Record<string, unknown>;

export interface Line {
  /** A status for each of `actors`, where 200 is any that the endpoint says; behind them the code of a refusal that is not the usual one, such as `404=deals.notFound`. */
  answers: string;
  /** What the call is about, where the plainest request is not meant. */
  about?: string;
  /** Values of fields that have to be right; what they name and is not in the scene is made here, with its `db`. */
  known?: (scene: Scene, actor: Actor) => FieldValues | Promise<FieldValues>;
}

const everybody = { answers: '200   200   200    200    200    200   200' };
const signedIn = { answers: '401   200   200    200    200    200   401' };
const onlyAdmins = { answers: '401   403   403    403    403    200   401' };
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

/** Every line with its endpoint. */
export const lines: readonly (Line & { name: string; endpoint: Endpoint })[] = Object.entries(table).flatMap(
  ([name, its]) => {
    const [noun = '', call = ''] = name.split('.');
    const endpoint = (calls as Record<string, Record<string, Endpoint>>)[noun]?.[call];
    return endpoint
      ? its.map((line) => ({ ...line, name: line.about ? `${name} of ${line.about}` : name, endpoint }))
      : [];
  },
);
