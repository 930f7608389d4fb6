/** What the calls of the table are about: what has to be there for one, and who has it. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { users } from '#db/schema/people.ts';
import { sessions } from '#db/schema/sign-in.ts';
import { makeLink } from '#server/features/accounts/mailed-links.store.ts';
import { newCardPayment } from '../card-payments.ts';
import { onPaper } from '../paper-identities.ts';
import { codeOf, newSecondFactor } from '../second-factors.ts';
import { newOrder, newUser } from '../shoppers.ts';
import { type Actor, PASSWORD, passwordHash, type Scene } from './scene.ts';

/** Each their own line of the cart. */
export const ownLine = { about: 'a line of their own', known: (_: Scene, { itemId }: Actor) => ({ itemId }) };
export const usersLine = { about: "the user's line", known: ({ user }: Scene) => ({ itemId: user.itemId }) };
/** Each an order of their own, and a guest nobody's. */
export const ownOrder = {
  about: 'an order of their own',
  known: async ({ db, guest }: Scene, { id }: Actor) => ({
    id: await newOrder(db, { userId: id === guest.id ? null : id }),
  }),
};
export const usersOrder = {
  about: "the user's order",
  known: async ({ db, user }: Scene) => ({ id: await newOrder(db, { userId: user.id }) }),
};
export const paidPayment = {
  about: 'a payment of their own',
  known: async ({ db, cards, guest }: Scene, { id }: Actor) => {
    const paymentIntentId = await newCardPayment({ db, cards }, id === guest.id ? null : id);
    await cards.pay(paymentIntentId);
    return { paymentIntentId };
  },
};
export const usersPayment = {
  about: "the user's payment, which nobody paid yet",
  known: async (scene: Scene) => ({ paymentIntentId: await newCardPayment(scene, scene.user.id) }),
};
export const event = ({ cards }: Scene) => {
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
export const ownApp = apps('an app of their own', true);
export const confirmedEmail = {
  about: 'an e-mail that was confirmed',
  known: async ({ db, disabled }: Scene, { id }: Actor) => {
    if (id !== disabled?.id) await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
    return { password: PASSWORD };
  },
};
export const anyCode = () => ({ code: '000000' });
export const begunApp = apps('an app that shows its first code', false);
/** Somebody whom nobody here has seen. */
export const vouched = () => ({ credential: onPaper({ subject: v7(), email: `new-${v7()}@gmail.com` }) });
export const closed = ({ disabled }: Scene) => ({ credential: onPaper({ subject: v7(), email: disabled.email }) });
export const linking = () => ({ ...vouched(), provider: 'google', password: PASSWORD });
export const unlinking = () => ({ provider: 'google', password: PASSWORD });
export const newAccount = () => ({ email: `new-${v7()}@example.al`, passwordHash: PASSWORD });
export const newPassword = () => ({ current: PASSWORD, password: 'dy gota me ujë' });
/** Whoever else asks ends nothing. */
export const somebodysSession = {
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
export const credentials = ({ user }: Scene, actor: Actor) => ({
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
export const resetLink = linkFor('reset');
export const verificationLink = linkFor('verify');
export const withoutPassword = linkFor('verify', { about: 'a link without the password', password: '' });
export const withWrongPassword = linkFor('verify', {
  about: 'a link with a wrong password',
  password: 'not it at all',
});
export const ofNoPassword = linkFor('verify', { about: 'a link of an account without a password', hash: '' });
/** A guest has that of somebody, and so has whoever has no account any more. */
export const ownLink = {
  about: 'a link that was mailed to them',
  known: async (scene: Scene, actor: Actor) => {
    const { id: userId, email } = actor;
    if ([scene.guest.id, scene.disabled?.id].includes(userId)) return withoutPassword.known(scene, actor);
    return { token: (await makeLink(scene.db, { userId, email, purpose: 'verify' })).token };
  },
};
