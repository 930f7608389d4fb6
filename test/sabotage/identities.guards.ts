/** Nobody comes in as somebody else because a third party vouches for people. */
import type { Guard } from './guard.ts';

const service = 'server/features/identities/identities.service.ts';
const store = 'server/features/identities/identities.store.ts';
const linking = 'server/features/identities/linking.ts';
const nonces = 'server/features/identities/nonces.ts';
const forged = (test: string) => ['server/features/identities/forged.test.ts', test] as const;
const linked = (test: string) => ['server/features/identities/linking.test.ts', test] as const;
const comesIn = (test: string) => ['server/features/identities/identities.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'another site of the same domain sets the nonce',
    file: nonces,
    take: "isHttps ? '__Host-bukuri-nonce' : 'bukuri-nonce'",
    leave: "'bukuri-nonce'",
    falls: ['server/features/identities/nonces.test.ts', 'over https no other site sets the nonce'],
  },
  {
    without: 'the nonce goes over an open line',
    file: nonces,
    take: "${isHttps ? '; Secure' : ''}",
    leave: '',
    falls: ['server/features/identities/nonces.test.ts', 'no open line carries it'],
  },
  {
    without: 'what is no nonce is believed',
    file: nonces,
    take: 'value && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : null',
    leave: 'value ?? null',
    falls: ['server/features/identities/nonces.test.ts', 'what is none is not believed'],
  },
  {
    without: 'a credential that was seen on its way opens the account once more',
    file: store,
    take: "where used_assertions.browser = excluded.browser and excluded.browser <> ''\n        and used_assertions.used_at > now() - make_interval(secs => ${AGAIN_SECONDS})",
    leave: 'where ${AGAIN_SECONDS} > 0',
    falls: forged('a credential serves one browser'),
  },
  {
    without: 'browsers without a cookie are one, which may ask again',
    file: store,
    take: " and excluded.browser <> ''",
    falls: forged('of fifty strangers who bring one credential'),
  },
  {
    without: 'a browser uses its credential for as long as that holds',
    file: store,
    take: 'and used_assertions.used_at > now() - make_interval(secs => ${AGAIN_SECONDS})',
    leave: 'and ${AGAIN_SECONDS} > 0',
    falls: forged('a credential serves one browser'),
  },
  {
    without: 'a credential that is asked with again leaves a session behind each time',
    file: 'server/kit/http/sessions.ts',
    take: "sql`${sessions.sess}->>'assertion' = ${assertion}`",
    leave: "sql`${sessions.sess}->>'assertion' = ${sidOf(token)}`",
    falls: forged('a browser that sends its credential fifty times at once'),
  },
  {
    without: 'a used credential is forgotten while clocks that are slow believe it',
    file: store,
    take: 'new Date(expiresAt.getTime() + LEEWAY_SECONDS * 1000)',
    leave: 'new Date(expiresAt.getTime() + LEEWAY_SECONDS)',
    falls: comesIn('used credentials are kept for longer'),
  },
  {
    without: 'in the open a page of another signs people in to its own account',
    file: 'server/features/identities/vouched-for.ts',
    take: 'config.production && !config.isPublicUrlLocal',
    leave: 'config.production && config.isPublicUrlLocal',
    falls: forged('a client that asks for no nonce'),
  },
  {
    without: 'who says to have an address gets an account with it',
    file: service,
    take: 'if (email === null || !isEmailVerified) throw failed(provider);',
    leave: 'if (email === null) throw failed(provider);',
    falls: comesIn('an address that was not shown to be theirs'),
  },
  {
    without: 'Google passes by a second factor',
    file: service,
    take: 'await checkSecond(tx, user, asked.proven);',
    falls: comesIn('a second factor is not passed by'),
  },
  {
    without: 'a second factor of whoever took an address before keeps its owner out',
    file: 'server/features/identities/linking.ts',
    take: 'await dropWaysIn(tx, userId);',
    falls: linked('a second factor of whoever took the address before'),
  },
  {
    without: 'beside Google codes are guessed without waiting',
    file: service,
    take: 'if (!(await deps.limiter.tryAccount(guesser, prove))) throw wrongCode(401);',
    leave: 'if (!guesser || !(await prove())) throw wrongCode(401);',
    falls: comesIn('codes are guessed as slowly as passwords'),
  },
  {
    without: 'whoever is asked for the terms has an account without them',
    file: service,
    take: "if (acceptsTerms === false) throw new AppError(409, 'identities.termsNeeded', { details: { email } });",
    falls: comesIn('whoever was asked for the terms'),
  },
  {
    without: 'by Google one machine makes accounts without end',
    file: service,
    take: 'for (const [name, key] of Object.entries(visitor.places)) await limiter.attemptIn(tx, { name, key });',
    falls: linked('an address makes as many accounts'),
  },
  {
    without: 'whoever comes with an address gets the account that somebody else made with it',
    file: linking,
    take: 'if (!isAuthoritative) throw taken();',
    falls: linked('where nobody answers for the mailbox'),
  },
  {
    without: 'whoever had a mailbox before comes into the account of who has it now',
    file: linking,
    take: 'if (!isAuthoritative) throw taken();',
    leave: 'if (!isAuthoritative && !isEmailVerified) throw taken();',
    falls: linked('whoever had a mailbox before'),
  },
  {
    without: 'whoever made an account beforehand with the address of another stays in it',
    file: linking,
    take: 'if (!isEmailVerified) await takeBack(tx, user.id);',
    falls: linked('a password that somebody else chose beforehand'),
  },
  {
    without: 'a session begun beforehand with the address of another goes on',
    file: linking,
    take: 'await endSessionsOf(tx, userId);',
    falls: linked('a session that somebody else began beforehand'),
  },
  {
    without: 'a link mailed beforehand gives an account back to who asked for it',
    file: linking,
    take: 'await dropLinks(tx, userId);',
    falls: linked('a link that was mailed beforehand'),
  },
  {
    without: 'an account elsewhere that was linked beforehand opens what became of another',
    file: 'server/features/accounts/ways-in.ts',
    take: 'await removeIdentities(tx, userId);',
    falls: linked('an account elsewhere that somebody else linked beforehand'),
  },
  {
    without: 'whoever links an account that is closed comes into it',
    file: linking,
    take: 'if (!isActive) throw failed(provider);',
    falls: comesIn('a closed account stays closed'),
  },
  {
    without: 'scripts read what binds a credential to its browser',
    file: nonces,
    take: '; HttpOnly`',
    leave: '`',
    falls: forged('the tabs of a browser ask with one nonce'),
  },
  {
    without: 'pages let the script of Google in where nobody set it up',
    file: 'server/pages/policies.ts',
    take: '...(identities.google && { google }),',
    leave: '...{ google },',
    falls: ['server/pages/policies.test.ts', 'may do nothing beyond the shop'],
  },
  {
    without: 'whoever comes with Google for the first time has accepted terms that nobody showed them',
    file: 'web/features/identities/use-come-in.ts',
    take: 'mutateAsync(() => send({ acceptsTerms: false }))',
    leave: 'mutateAsync(() => send({ acceptsTerms: true }))',
    falls: ['web/pages/login-others.test.tsx', 'whoever Google vouches for is in'],
  },
  {
    without: 'the script of Google is asked for where no page may run it',
    file: 'web/features/identities/identity-buttons.tsx',
    take: "return isNeeded && isAlive && isDocumentOpenTo('google');",
    leave: 'return isNeeded && isAlive;',
    falls: ['web/pages/login-others.test.tsx', 'a page that was reached from another'],
  },
  {
    without: 'the browser of whoever took the address before stays known, and nobody is told of who comes in with it',
    file: 'server/features/accounts/ways-in.ts',
    take: 'await dropDevices(tx, { userId, except: null });',
    falls: linked('the browser of whoever took the address before'),
  },
  {
    without: 'who shows that an address is theirs while they come with it loses their password',
    file: 'server/features/people/people.store.ts',
    take: ".where(eq(users.email, email)).for('update');",
    leave: '.where(eq(users.email, email));',
    falls: ['server/features/identities/thrown-out.test.ts', 'who shows that an address is theirs while they come'],
  },
  {
    without: 'nobody is kept from coming with Google without end',
    file: service,
    take: "await deps.limiter.attemptIn(tx, { name: 'signIns', key: user.id });",
    falls: ['server/features/identities/as-by-password.test.ts', 'nobody does so without end'],
  },
  {
    without: 'the network in which somebody came with Google is strange to their account',
    file: service,
    take: 'await rememberHome(tx, browser);',
    falls: [
      'server/features/identities/as-by-password.test.ts',
      'a new browser gets in where its owner came so before',
    ],
  },
];
