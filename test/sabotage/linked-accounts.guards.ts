/** Nobody but its owner says which accounts elsewhere open an account, and nobody locks themselves out. */
import type { Guard } from './guard.ts';

const service = 'server/features/identities/linked.service.ts';
const store = 'server/features/people/linked-identities.store.ts';
const owner = 'server/features/people/owner.ts';
const thrownOut = (test: string) => ['server/features/identities/thrown-out.test.ts', test] as const;
const linked = (test: string) => ['server/features/identities/linked.test.ts', test] as const;
/** Whoever asks is taken for the owner. */
const anybody =
  "{ user, passwordHash: (await (deps as Deps).pool.query('select password_hash as h from users where id = $1', [user.id])).rows[0].h };";

export const guards: readonly Guard[] = [
  {
    without: 'whoever finds a session open links an account of theirs',
    file: service,
    take: 'expiresAt } = vouched;\n  const owner = await askForOwner(deps, { user, password }, guesser);',
    leave: `expiresAt } = vouched;\n  const owner = ${anybody}`,
    falls: linked('whoever finds a session open'),
  },
  {
    without: 'whoever finds a session open unlinks what its owner comes in with',
    file: service,
    take: '): Promise<void> {\n  const owner = await askForOwner(deps, { user, password }, guesser);',
    leave: `): Promise<void> {\n  const owner = ${anybody}`,
    falls: linked('whoever finds a session open'),
  },
  {
    without: 'whoever knows the password of before links an account while its owner sets another',
    file: owner,
    take: "if (!(await lockCredentials(tx, owner))) throw new AppError(401, 'access.notAuthenticated');",
    falls: linked('whoever was asked for a password while another was set'),
  },
  {
    without: 'who takes away two ways in at once has none',
    file: owner,
    take: 'await lockAccount(tx, user.id);',
    falls: linked('the last way in is not taken away'),
  },
  {
    without: 'who has no password takes away the last way in',
    file: service,
    take: "throw new AppError(409, 'identities.onlyWayIn');",
    leave: 'deps.limiter;',
    falls: linked('the last way in is not taken away'),
  },
  {
    without: 'a credential that was seen on its way links an account once more',
    file: service,
    take: 'if (!(await useAssertion(tx, { hash: digestOf(credential), browser, expiresAt }))) throw notConfirmed();',
    leave: 'await useAssertion(tx, { hash: digestOf(credential), browser, expiresAt });',
    falls: linked('a credential that brought somebody in, or was linked'),
  },
  {
    without: 'who is unlinked stays in',
    file: service,
    take: 'await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });',
    falls: linked('who is unlinked is signed out wherever they are'),
  },
  {
    without: 'who unlinks an account unlinks those of everybody',
    file: store,
    take: '.where(and(eq(identities.userId, userId), eq(identities.provider, provider), isLinked));',
    leave: '.where(and(eq(identities.provider, provider), isLinked));',
    falls: linked('nobody sees or unlinks'),
  },
  {
    without: 'one sees what opens the accounts of others',
    file: store,
    take: '.where(and(eq(identities.userId, userId), isLinked))\n    .orderBy',
    leave: '.where(isLinked)\n    .orderBy',
    falls: linked('nobody sees or unlinks'),
  },
  {
    without: 'who is signing in while they are unlinked is in for good',
    file: 'server/features/identities/identities.service.ts',
    take: ' || (await findOwner(tx, { provider, subject })) !== userId',
    falls: thrownOut('who is signing in while the owner'),
  },
  {
    without: 'a session that ended links an account, and turns codes on and off, as long as it had begun to',
    file: owner,
    take: "if (!(await lockSession(tx, user))) throw new AppError(401, 'access.notAuthenticated');",
    falls: thrownOut('a session that its owner ends'),
  },
  {
    without: 'a session that ended closes the account',
    file: 'server/features/privacy/privacy.service.ts',
    take: ' || !(await lockSession(tx, user))',
    falls: thrownOut('a session that its owner ends does not close'),
  },
  {
    without: 'an account that its owner unlinked is linked by its address again',
    file: 'server/features/identities/linking.ts',
    take: 'if (isEmailVerified && (await wasUnlinked(tx, { userId: user.id, provider, subject }))) throw taken();',
    falls: thrownOut('what an owner unlinked opens'),
  },
  {
    without: 'an account that its owner unlinked is linked by its address again once somebody else unlinked it too',
    file: store,
    take: 'await tx.delete(identities).where(isUnlinkedBy(userId, identity));',
    leave: 'await tx.delete(identities).where(and(isOf(identity), isNotNull(identities.unlinkedAt)));',
    falls: thrownOut('though somebody else linked and unlinked it since'),
  },
  {
    without: 'what an owner unlinked they link no more themselves',
    file: store,
    take: 'await tx.delete(identities).where(isUnlinkedBy(userId, identity));',
    falls: thrownOut('until they link it again'),
  },
  {
    without: 'what one owner unlinked nobody links any more',
    file: 'db/migrations/0000_tables.sql',
    take: '("provider","subject") WHERE "identities"."unlinked_at" is null;',
    leave: '("provider","subject");',
    falls: thrownOut('what one owner unlinked may be linked'),
  },
  {
    without: 'a name outlives the account that it was given to',
    file: 'server/features/people/people.store.ts',
    take: '.set({ displayName })\n    .where(and(eq(users.id, id), users.isActive));',
    leave: '.set({ displayName })\n    .where(eq(users.id, id));',
    falls: thrownOut('who gives themselves a name'),
  },
  {
    without: 'who links an account while another tab comes in with the same credential waits in a circle',
    file: service,
    take: `if (!(await useAssertion(tx, { hash: digestOf(credential), browser, expiresAt }))) throw notConfirmed();
    await lockOwner(tx, { owner, user });`,
    leave: `await lockOwner(tx, { owner, user });
    if (!(await useAssertion(tx, { hash: digestOf(credential), browser, expiresAt }))) throw notConfirmed();`,
    falls: linked('is locked before the account in both'),
  },
];
