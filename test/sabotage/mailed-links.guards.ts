/** Links that are mailed: what they open, for whom and how often, and who learns of them. */
import type { Guard } from './guard.ts';

const store = 'server/features/accounts/mailed-links.store.ts';
const service = 'server/features/accounts/mailed-links.service.ts';
const routes = 'server/features/accounts/mailed-links.routes.ts';
const jobs = 'server/features/accounts/mailed-links.jobs.ts';
const resetting = (test: string) => ['server/features/accounts/resetting.test.ts', test] as const;
const asking = (test: string) => ['server/features/accounts/reset-requests.test.ts', test] as const;
const filling = (test: string) => ['server/features/accounts/link-mails.test.ts', test] as const;
const verifying = (test: string) => ['server/features/accounts/verifying.test.ts', test] as const;
const mailing = (test: string) => ['server/features/accounts/sign-in-mails.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever reads the table opens accounts',
    file: store,
    take: 'const hashOf = digestOf;',
    leave: 'const hashOf = (token: string) => digestOf && token;',
    falls: resetting('a link lasts half an hour from when it was mailed, and the table holds no token'),
  },
  {
    without: 'a link is good for ever',
    file: store,
    take: ' and t.expires_at > now()',
    falls: resetting('one that is over opens nothing'),
  },
  {
    without: 'a link to confirm an address sets a password',
    file: store,
    take: ' and t.purpose = ${purpose}',
    falls: resetting('one for something else opens nothing'),
  },
  {
    without: 'a link opens an account of another address',
    file: store,
    take: ' and u.email = t.email',
    falls: resetting('one for an address that the account no longer has'),
  },
  {
    without: 'a closed account is opened by mail',
    file: store,
    take: ' and u.is_active',
    falls: resetting('one of a closed account opens nothing'),
  },
  {
    without: 'who stole a session keeps it when the owner sets another password',
    file: service,
    take: 'await endSessionsOf(tx, userId);',
    falls: resetting('a link opens the account once, signs nobody in, and ends all sessions'),
  },
  {
    without: 'a link of before opens an account after another was used',
    file: service,
    take: "await endLinks(tx, { userId, purpose: 'reset' });",
    falls: resetting('one link used ends the others of that person'),
  },
  {
    without: 'a password is set by mail that would be guessed first',
    file: service,
    take: 'checkPassword(password, found.email);',
    falls: resetting('a password that would not do for a new account'),
  },
  {
    without: "an account opened by mail is not known to be its reader's",
    file: service,
    take: "await proveEmail(tx, userId);\n    await endLinks(tx, { userId, purpose: 'reset' });",
    leave: "await endLinks(tx, { userId, purpose: 'reset' });",
    falls: resetting('whoever made an account with the address of somebody else'),
  },
  {
    without: 'a second factor of whoever took the address keeps its owner out',
    file: service,
    take: 'if (!link.isConfirmed) await dropWaysIn(tx, userId);',
    falls: resetting('whoever made an account with the address of somebody else'),
  },
  {
    without: 'whoever reads a mailbox passes by the second factor',
    file: service,
    take: 'if (!link.isConfirmed) await dropWaysIn',
    leave: 'await dropWaysIn',
    falls: resetting('a second factor of the owner stays'),
  },
  {
    without: 'nobody is told that their password was changed',
    file: service,
    take: "await tellOwner(tx, deps, { userId, change: 'password' });",
    falls: resetting('who reads sq is mailed a link'),
  },
  {
    without: 'the demo accounts of a public shop are opened by mail',
    file: jobs,
    take: '!person || isShut(person.email, deps.config)',
    leave: '!person',
    falls: resetting('a closed account, a demo account of a public shop'),
  },
  {
    without: 'whoever asks for links tells who has an account',
    file: 'server/features/people/people.store.ts',
    take: 'coalesce(u.id, ${v7()}::uuid) as id',
    leave: 'u.id',
    falls: asking('a known, an unknown and a closed account are answered the same'),
  },
  {
    without: 'how long it takes to be mailed a link tells who has an account',
    file: service,
    take: 'await inTransaction(db, (tx) => enqueue(tx, accountsMailReset, { userId }));',
    leave: 'if (passwordHash) await inTransaction(db, (tx) => enqueue(tx, accountsMailReset, { userId }));',
    falls: ['server/features/accounts/reset-time.test.ts', 'the same is asked of the database'],
  },
  {
    without: 'a mailbox is filled by whoever asks for links',
    file: service,
    take: "await limiter.attempt('resetMails', isKnown(passwordHash) ? `${account} known` : account);",
    falls: asking('one address is asked for three times an hour'),
  },
  {
    without: 'who asks for links in the name of somebody keeps them from theirs for a day',
    file: routes,
    take: 'resetMails: { max: 3, seconds: 3600,',
    leave: 'resetMails: { max: 3, seconds: 86_400,',
    falls: asking('one address is asked for three times an hour'),
  },
  {
    without: 'a mailbox is filled by many browsers that an account knows',
    file: routes,
    take: 'await requestReset(deps, { email, account, isKnown });',
    leave: 'await requestReset(deps, { email, account: account + browsers.keyOf(request), isKnown });',
    falls: asking('however many browsers an account knows'),
  },
  {
    without: 'mails about sign-ins fill a mailbox that nobody confirmed',
    file: 'server/features/accounts/accounts.service.ts',
    take: "isTold && (await mayWriteTo(tx, parts, { userId: user.id, limit: 'securityMails' }))",
    leave: 'isTold && mayWriteTo && parts',
    falls: mailing('a mailbox that nobody confirmed is told six times a day'),
  },
  {
    without: 'a mailbox is filled under all its names',
    file: jobs,
    take: "if (!(await mayHappen(() => limiter.attempt('linkMails', key)))) return;",
    leave: 'void [mayHappen, limiter];',
    falls: filling('whoever makes accounts with other names'),
  },
  {
    without: 'who asks for other names of a mailbox keeps its owner from their link',
    file: routes,
    take: 'const account = actors.ofAccount(email);',
    leave: "const account = actors.ofAccount(email.replace(/[+].*@/, '@'));",
    falls: filling('whoever asks for other names of a mailbox'),
  },
  {
    without: 'who makes accounts with other names of a mailbox keeps its owner from their mails',
    file: 'server/features/people/mailbox.ts',
    take: 'actors.ofAccount(email === mailbox ? mailbox : `other names of ${mailbox}`)',
    leave: 'actors.ofAccount(mailbox)',
    falls: filling('whoever makes accounts with other names'),
  },
  {
    without: 'who makes accounts with other names of a mailbox keeps mails from whoever confirmed theirs',
    file: jobs,
    take: '(await isConfirmed(deps, userId)) ? sendLink(deps, link) : sendOneOfFew(deps, link)',
    leave: 'sendOneOfFew(deps, link)',
    falls: filling('one that its owner confirmed'),
  },
  {
    without: 'mails that a server did not take keep later ones back',
    file: jobs,
    take: "await limiter.forgive('linkMails', key);",
    falls: filling('a mail that could not be sent'),
  },
  {
    without: 'who asks for links in the name of others keeps them from theirs',
    file: service,
    take: 'isKnown(passwordHash) ? `${account} known` : account',
    leave: 'account',
    falls: asking('what others ask for keeps nobody from a link'),
  },
  {
    without: 'who came in by mail is a stranger still',
    file: routes,
    take: 'browsers.remember(request, reply, { account: email, passwordHash });',
    falls: asking('whoever came in by mail is known from then on'),
  },
  {
    without: 'links to confirm an address fill a mailbox',
    file: routes,
    take: "await limiter.attempt('verificationMails', actors.ofAccount(user.email));",
    falls: verifying('another link may be asked for'),
  },
];
