/** Cookies, sessions, passwords. */
import type { Guard } from './guard.ts';

const file = 'server/kit/http/sessions.ts';
const accounts = (test: string) => ['server/features/accounts/accounts.test.ts', test] as const;
const closing = (test: string) => ['server/features/accounts/closing.test.ts', test] as const;
const https = ['server/kit/http/failures.test.ts', 'behind a given https address the cookie is bound to it'] as const;
const rules = 'server/features/accounts/accounts.rules.ts';
const passwords = 'server/features/accounts/passwords.rules.ts';

export const guards: readonly Guard[] = [
  {
    without: 'scripts read the session',
    file,
    take: 'const attributes = `${readable}; HttpOnly`;',
    leave: 'const attributes = readable;',
    falls: accounts('signing in sets a cookie that scripts cannot read'),
  },
  {
    without: 'other sites send the session',
    file,
    take: '; SameSite=Lax$',
    leave: '$',
    falls: accounts('signing in sets a cookie that scripts cannot read'),
  },
  {
    without: 'the session travels without TLS',
    file,
    take: "${isHttps ? '; Secure' : ''}",
    falls: https,
  },
  {
    without: 'a neighbouring host sets the session',
    file,
    take: "isHttps ? '__Host-bukuri' : 'bukuri'",
    leave: "'bukuri'",
    falls: https,
  },
  {
    without: 'a session never ends by the clock',
    file,
    take: ' and s.expire > now()',
    falls: accounts('a session ends by the clock, remembered or not'),
  },
  {
    without: 'who does not want to be remembered is, for thirty days',
    file,
    take: '${rememberMe ? REMEMBERED : UNREMEMBERED}',
    leave: '${REMEMBERED}',
    falls: accounts('a session lasts twelve hours'),
  },
  {
    without: 'who wants to be remembered is forgotten with the browser',
    file,
    take: "rememberMe ? `; Max-Age=${REMEMBERED}` : ''",
    leave: "''",
    falls: accounts('signing in sets a cookie that scripts cannot read'),
  },
  {
    without: 'the session a browser had goes on beside the new one',
    file,
    take: 'if (replaces) await tx.delete(sessions).where(eq(sessions.sid, sidOf(replaces)));',
    falls: accounts('a new sign-in gives a new token'),
  },
  {
    without: 'signing out leaves the session open',
    file: 'server/features/accounts/accounts.routes.ts',
    take: 'if (token) await endSession(deps.db, token);',
    falls: accounts('signing out answers 200 to everybody'),
  },
  {
    without: 'who signed out between the head and the body of an order orders',
    file: 'server/kit/http/serve.ts',
    take: 'writes ? sessions.findNow(request) : sessions.find(request)',
    leave: 'sessions.find(request)',
    falls: ['server/kit/http/held-body.test.ts', 'who signed out before the body arrived'],
  },
  {
    without: 'whose account was closed between the head and the body of an order goes on',
    file: 'server/kit/http/serve.ts',
    take: 'if (user !== undefined) checkAccess(access, user);',
    falls: ['server/kit/http/held-body.test.ts', 'whose account was closed before the body'],
  },
  {
    without: 'signing out leaves the cookie',
    file: 'server/features/accounts/accounts.routes.ts',
    take: 'sessionCookie.clear(reply);',
    falls: https,
  },
  {
    without: 'who asks to be an administrator leaves no trace',
    file: 'server/features/accounts/accounts.routes.ts',
    take: "if (body.role && body.role !== 'user')\n      log.warn({ event: 'accounts.roleAsked', address: addressOf(request), requestId: request.id }, 'security');",
    falls: accounts('who asks for a role when registering leaves a trace'),
  },
  {
    without: 'passwords may be short',
    file: 'core/contract/credentials.ts',
    take: '[...password].length >= MIN_PASSWORD',
    leave: 'password !== null',
    falls: accounts('registration refuses a short password'),
  },
  {
    without: 'passwords that everybody has are taken',
    file: passwords,
    take: 'commonPasswords.has(plain) || ',
    falls: accounts('registration refuses a common password'),
  },
  {
    without: 'passwords of known leaks are taken',
    file: passwords,
    take: ' || leakedPasswords().has(plain)',
    falls: ['server/features/accounts/passwords.rules.test.ts', 'a password of known leaks is too easy to guess'],
  },
  {
    without: 'the e-mail may be the password',
    file: passwords,
    take: 'plain === email || ',
    falls: accounts('registration refuses the e-mail as password'),
  },
  {
    without: 'a run of digits may be the password',
    file: passwords,
    take: 'isMonotonous(plain) || ',
    falls: accounts('registration refuses a run of digits'),
  },
  {
    without: 'words of the trade may be the password',
    file: passwords,
    take: ' || isOfKnownWords(plain, email)',
    falls: ['server/features/accounts/passwords.rules.test.ts', 'words of the trade is too easy to guess'],
  },
  {
    without: 'the name in the e-mail may be the password',
    file: passwords,
    take: 'lettersOf(name), ',
    falls: ['server/features/accounts/passwords.rules.test.ts', 'the name in the e-mail is too easy to guess'],
  },
  {
    without: 'a word with a run of digits may be the password',
    file: passwords,
    take: ' || commonPasswords.has(others)',
    falls: ['server/features/accounts/passwords.rules.test.ts', 'tirana1234567890 is too easy to guess'],
  },
  {
    without: 'whoever has one letter for a name hears that a good password is none',
    file: passwords,
    take: '.filter(({ length }) => length >= SHORTEST_WORD)',
    falls: ['server/features/accounts/passwords.rules.test.ts', 'does not spoil kuku-Tirana'],
  },
  {
    without: 'the first administrator has a password that everybody knows',
    file: 'server/features/accounts/first-admin.ts',
    take: "if (isEasilyGuessed(password, email)) throw new StartError('ADMIN_PASSWORD is too easy to guess; choose another.');",
    falls: ['server/features/accounts/first-admin.test.ts', 'does not start with a password that is easy to guess'],
  },
  {
    without: 'anything is taken for an e-mail',
    file: rules,
    take: "if (wrong.email) throw refusal('accounts.emailInvalid', { email: wrong.email });",
    falls: accounts('registration refuses no e-mail address'),
  },
  {
    without: 'one takes the name of another',
    file: rules,
    take: 'if (body.username && normalEmail(body.username) !== normalEmail(body.email)) {',
    leave: 'if (false) {',
    falls: accounts('registration refuses another username'),
  },
  {
    without: 'capital letters make another account',
    file: 'core/contract/credentials.ts',
    take: 'z.toLowerCase(),',
    falls: accounts('the e-mail is kept in lower case'),
  },
  {
    without: 'who types capital letters is somebody else',
    file: rules,
    take: 'return text.trim().toLowerCase();',
    leave: 'return text.trim();',
    falls: accounts('signing in sets a cookie that scripts cannot read'),
  },
  {
    without: 'how long a refusal takes tells whether an account exists',
    file: 'server/kit/passwords.ts',
    take: 'const matches = await inTurn(whose, () => verify(stored ?? NOBODYS_HASH, password));',
    leave: 'const matches = stored !== null && (await inTurn(whose, () => verify(stored, password)));',
    falls: ['server/features/accounts/sign-in-time.test.ts', 'how long a refusal takes does not tell'],
  },
  {
    without: "the password of nobody's hash opens accounts without one",
    file: 'server/kit/passwords.ts',
    take: 'return matches && stored !== null;',
    leave: 'return matches || stored === null;',
    falls: ['server/kit/passwords.test.ts', 'a password is known by its hash and nothing else'],
  },
  {
    without: 'a flood of passwords is waited for without end',
    file: 'server/kit/passwords.ts',
    take: 'if (hashing.waitingAt(rank) >= MOST_WAITING) throw busy();',
    falls: ['server/kit/passwords.test.ts', 'a flood of hashes waits in a queue of fifty'],
  },
  {
    without: 'passwords are hashed all at once',
    file: 'server/kit/passwords.ts',
    take: 'return hashing.take(inTime, rank);',
    leave: 'return work();',
    falls: ['server/kit/passwords.test.ts', 'a flood of hashes waits in a queue of fifty'],
  },
  {
    without: 'a password opens the account that was changed while it was checked',
    file: 'server/features/people/people.store.ts',
    take: 'users.isActive, isSame',
    leave: 'users.isActive',
    falls: closing('whoever signs in with what was right until the password was changed'),
  },
  {
    without: 'a session outlives the closing of its account',
    file: 'server/features/people/people.store.ts',
    take: "\n    .for('share')",
    falls: closing('whoever signs in while the account is being closed'),
  },
  {
    without: 'an administrator signs in unrecorded',
    file: 'server/features/accounts/accounts.service.ts',
    take: "if (user.role === 'admin') {",
    leave: 'if (false) {',
    falls: accounts('an administrator who signs in is written down'),
  },
  {
    without: 'who had the address of the first administrator keeps the sessions',
    file: 'server/features/accounts/first-admin.ts',
    take: 'await endSessionsOf(tx, ',
    leave: 'void (',
    falls: ['server/features/accounts/first-admin.test.ts', 'who took the address before is replaced'],
  },
  {
    without: 'a link that was mailed before opens the account of the first administrator',
    file: 'server/features/accounts/first-admin.ts',
    take: 'await dropLinks(tx, admin);',
    falls: ['server/features/accounts/first-admin.test.ts', 'who took the address before is replaced'],
  },
  {
    without: 'what opened or kept shut the account of the first administrator before does so still',
    file: 'server/features/accounts/first-admin.ts',
    take: 'await dropWaysIn(tx, admin);',
    falls: ['server/features/accounts/first-admin.test.ts', 'who took the address before is replaced'],
  },
];
