/** Where somebody is signed in, how they end that, and what they hear of whoever came in. */
import type { Guard } from './guard.ts';

const kit = 'server/kit/http/sessions.ts';
const service = 'server/features/accounts/accounts.service.ts';
const changing = 'server/features/accounts/change-password.ts';
const sessions = (test: string) => ['server/features/sessions/sessions.test.ts', test] as const;
const password = (test: string) => ['server/features/accounts/change-password.test.ts', test] as const;
const stolen = (test: string) => ['server/features/accounts/stolen-session.test.ts', test] as const;
const mails = (test: string) => ['server/features/accounts/sign-in-mails.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: "one ends another's session",
    file: kit,
    take: 'and(eq(sessions.userId, userId), eq(sessions.id, id))',
    leave: 'eq(sessions.id, id)',
    falls: sessions("nobody sees or ends another's session"),
  },
  {
    without: "who ends all others ends everybody's",
    file: kit,
    take: 'and(eq(sessions.userId, userId), ne(sessions.sid, sessionKey))',
    leave: 'ne(sessions.sid, sessionKey)',
    falls: sessions('who ends all others stays'),
  },
  {
    without: 'one sees where others are signed in',
    file: 'server/features/sessions/sessions.store.ts',
    take: 'and(eq(sessions.userId, id), ',
    leave: 'and(',
    falls: sessions("nobody sees or ends another's session"),
  },
  {
    without: 'sessions that are over are listed',
    file: 'server/features/sessions/sessions.store.ts',
    take: ', gt(sessions.expire, sql`now()`)',
    falls: sessions('nothing of a list opens a session'),
  },
  {
    without: 'who ends the session that they use keeps its cookie',
    file: 'server/features/sessions/sessions.routes.ts',
    take: 'if (ended?.sessionKey === user.sessionKey) cookie.clear(reply);',
    falls: sessions('who ends the session that they use'),
  },
  {
    without: 'a session is ended unrecorded',
    file: 'server/features/sessions/sessions.routes.ts',
    take: "if (session) await writeAudit(tx, deedOf(user.id, 'sessions.end'));",
    falls: sessions('who ends a session elsewhere'),
  },
  {
    without: 'whoever ends nothing again and again fills the audit log',
    file: 'server/features/sessions/sessions.routes.ts',
    take: 'if (count === 0) return 0;',
    falls: sessions('who ends all others where there are none'),
  },
  {
    without: 'a browser calls itself whatever it likes',
    file: 'server/features/accounts/device-name.ts',
    take: 'name !== undefined && known.has(name)',
    leave: 'name !== undefined',
    falls: sessions('one sees where one is signed in'),
  },
  {
    without: 'whoever found a session open sets another password',
    file: changing,
    take: "askForOwner(deps, { user, password: typed, field: 'current' }, guesser);",
    leave:
      "import('#server/features/people/people.store.ts').then((store) => store.findCredentials(deps.db, user.email));",
    falls: password('whoever found a session open'),
  },
  {
    without: 'anything is taken for another password',
    file: changing,
    take: 'checkPassword(password, user.email);',
    falls: password('a password that is common is not taken'),
  },
  {
    without: 'other sessions outlive the password',
    file: changing,
    take: 'await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });',
    falls: password('this session goes on under another token'),
  },
  {
    without: 'the token that somebody knew outlives the password',
    file: kit,
    take: 'if (isNext) await pool.query(TAKE_NEXT, [sessionKey]);',
    falls: password('this session goes on under another token'),
  },
  {
    without: 'a token that somebody knew is good for ever where the answer with the next was lost',
    file: kit,
    take: ' and (s.next is null or s.next_at > now() - ${BESIDE_NEXT})',
    falls: password('a token that was followed by another'),
  },
  {
    without: 'who loses the answer with another token is signed out',
    file: kit,
    take: 's.sid = $1 and (s.next is null or s.next_at > now() - ${BESIDE_NEXT})',
    leave: 's.sid = $1 and s.next is null',
    falls: password('whose answer is lost'),
  },
  {
    without: 'who guesses in an open session says two passwords at a time',
    file: changing,
    take: 'if (!isWrong || !(await isRenewed(deps.db, user.sessionKey))) throw error;',
    leave: 'if (!isWrong) throw error;',
    falls: password('whose answer is lost'),
  },
  {
    without: 'a link that was mailed sets a password after another was set',
    file: changing,
    take: "await endLinks(tx, { userId: user.id, purpose: 'reset' });",
    falls: password('links that would set a password'),
  },
  {
    without: 'another password is not told',
    file: changing,
    take: "await tellOwner(tx, deps, { userId: user.id, change: 'password' });",
    falls: mails('another password is told'),
  },
  {
    without: 'who came in with a new browser is not told of',
    file: service,
    take: 'await enqueue(tx, accountsTellSignIn, { deviceId: id });',
    leave: 'void id;',
    falls: mails('a sign-in with a browser that the account does not know'),
  },
  {
    without: 'each sign-in is told',
    file: 'server/features/accounts/devices.store.ts',
    take: 'xmax = 0 and ',
    falls: mails('a sign-in with a browser that the account does not know'),
  },
  {
    without: 'who registers is told of it as of a stranger',
    file: 'server/features/accounts/devices.store.ts',
    take: ' and ${isOlder}',
    falls: mails('whoever registers is told nothing'),
  },
  {
    without: 'a browser gets another id than what was kept of it',
    file: 'server/kit/http/browsers.ts',
    take: '?? { id: idFor(request), marks: [] }',
    leave: '?? { id: newId(), marks: [] }',
    falls: mails('whoever registers is told nothing'),
  },
  {
    without: 'whoever throws cookies away fills a mailbox',
    file: service,
    take: ' && newToday <= MOST_TOLD',
    falls: mails('of many new browsers in a day five are told'),
  },
  {
    without: 'whose account was closed is written of a new browser',
    file: 'server/features/accounts/devices.store.ts',
    take: 'and(eq(devices.id, deviceId), users.isActive)',
    leave: 'eq(devices.id, deviceId)',
    falls: ['server/features/accounts/sign-in-mails.test.ts', 'whose account was closed meanwhile'],
  },
  {
    without: 'all other sessions are ended as often as anybody likes',
    file: 'server/features/sessions/sessions.routes.ts',
    take: "await limiter.attemptIn(tx, { name: 'endings', key: actor.key });",
    leave: 'void [limiter, actor];',
    falls: ['test/limits.test.ts', 'endings are counted'],
  },
  {
    without: 'whoever ends nothing in a session that they found open keeps its owner from ending theirs',
    file: 'server/features/sessions/sessions.routes.ts',
    take: 'endings: { max: 20, seconds: 3600, isExact: true, isOfDeeds: true }',
    leave: 'endings: { max: 20, seconds: 3600, isExact: true }',
    falls: stolen('who ends all others in it where there are none'),
  },
  {
    without: 'a session that was ended ends all others',
    file: 'server/features/sessions/sessions.routes.ts',
    take: '      await lockSignedIn(tx, user);\n      const count',
    leave: '      const count',
    falls: stolen('of two sessions that end all others at once'),
  },
  {
    without: 'a session that was ended ends another',
    file: 'server/features/sessions/sessions.routes.ts',
    take: '      await lockSignedIn(tx, user);\n      const session',
    leave: '      const session',
    falls: stolen('of two sessions that end the other at once'),
  },
  {
    without: 'passwords that whoever found a session open guesses keep its owner from setting another',
    file: 'server/features/accounts/accounts.routes.ts',
    take: 'passwordChanges: { max: 20, seconds: 3600, isExact: true, isOfDeeds: true }',
    leave: 'passwordChanges: { max: 20, seconds: 3600, isExact: true }',
    falls: stolen('twenty wrong passwords in it'),
  },
  {
    without: 'passwords that whoever found a session open guesses keep its owner from closing the account',
    file: 'server/kit/http/under-limits.ts',
    take: "code === 'accounts.wrongPassword' ||",
    falls: stolen('twenty wrong passwords in it keep nobody from closing the account'),
  },
  {
    without: 'another password is set as often as anybody likes',
    file: changing,
    take: 'await deps.limiter.attemptIn(tx, counted);',
    falls: ['test/limits.test.ts', 'passwordChanges are counted'],
  },
  {
    without: 'whoever signs in again and again fills the table of sessions',
    file: service,
    take: 'await endOldSessions(tx, userId);',
    falls: sessions('an account keeps its hundred newest sessions'),
  },
  {
    without: 'whoever throws cookies away fills the table of browsers',
    file: service,
    take: 'await dropOldDevices(tx, userId);',
    falls: sessions('an account keeps its hundred newest sessions'),
  },
  {
    without: 'who signed out leaves behind what another tab keeps of them',
    file: 'web/features/accounts/use-other-tabs.ts',
    take: 'hearTabs(LEFT_NEWS, forgetThingsOfTab)',
    leave: '() => void [LEFT_NEWS, forgetThingsOfTab]',
    falls: ['web/pages/help-kept.test.tsx', 'what waits for them in this tab goes as they sign out in another'],
  },
  {
    without: 'who signed out leaves behind what they were writing to the shop in another tab',
    file: 'web/features/support/help-dialog.tsx',
    take: 'hearTabs(LEFT_NEWS, () => leave())',
    leave: 'void [hearTabs, LEFT_NEWS, leave]',
    falls: ['web/pages/help-kept.test.tsx', 'what somebody is writing goes as they sign out in another tab'],
  },
];
