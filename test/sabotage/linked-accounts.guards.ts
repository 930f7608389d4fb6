/** Nobody but its owner says which accounts elsewhere open an account, and nobody locks themselves out. */
import type { Guard } from './guard.ts';

const service = 'server/features/identities/linked.service.ts';
const store = 'server/features/people/linked-identities.store.ts';
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
    file: service,
    take: "if (!(await lockCredentials(tx, owner))) throw new AppError(401, 'access.notAuthenticated');",
    falls: linked('whoever was asked for a password while another was set'),
  },
  {
    without: 'who takes away two ways in at once has none',
    file: service,
    take: 'await lockAccount(tx, owner.user.id);',
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
    take: 'if (!(await useAssertion(tx, { hash: hashOf(credential), browser, expiresAt }))) throw notConfirmed();',
    leave: 'await useAssertion(tx, { hash: hashOf(credential), browser, expiresAt });',
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
    take: '.where(and(eq(identities.userId, userId), eq(identities.provider, provider)));',
    leave: '.where(eq(identities.provider, provider));',
    falls: linked('nobody sees or unlinks'),
  },
  {
    without: 'one sees what opens the accounts of others',
    file: store,
    take: '.where(eq(identities.userId, userId))\n    .orderBy',
    leave: '.orderBy',
    falls: linked('nobody sees or unlinks'),
  },
];
