/** A session ends when its time is over, whatever is under way. */
import type { Guard } from './guard.ts';

const file = 'server/kit/http/sessions.ts';
const [CHECKOUT, LOGIN] = ['web/pages/checkout-session.test.tsx', 'web/pages/login-back.test.tsx'];
const ends = (test: string) => ['server/kit/http/sessions-end.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whose session ended before they came reads that their cart is empty',
    file: 'web/features/accounts/use-user.ts',
    take: '      if (asked === changes) rememberEnd();\n',
    falls: ['web/pages/cart.test.tsx', 'whose session ended before they came'],
  },
  {
    without: 'whose session ended in one tab reads in others that their cart is empty',
    file: 'web/features/accounts/use-other-tabs.ts',
    take: '        if (isEnd) rememberEnd();\n        else ',
    leave: '        ',
    falls: ['web/pages/cart.test.tsx', 'whose session ended in another tab'],
  },
  {
    without: 'an order whose answer was lost is called not placed when the session has ended',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: '        isInDoubt ||= !isRefusal(error);\n',
    falls: [CHECKOUT, 'where an answer was lost before'],
  },
  {
    without: 'whose session ended is not told what became of their order',
    file: 'web/features/accounts/use-session-end.ts',
    take: ' || isReasonSaid()',
    falls: [CHECKOUT, 'they are told that nothing was ordered'],
  },
  {
    without: 'an order that was refused to somebody signed out is refused without a word',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: 'if (isSignedOut(error)) tellSessionEnd(',
    leave: 'void (',
    falls: [CHECKOUT, 'they are told that nothing was ordered'],
  },
  {
    without: 'who is signed in again still reads that they are not',
    file: 'web/features/accounts/use-user.ts',
    take: '    if (user) dismissReason();\n',
    falls: ['web/features/accounts/use-user.test.tsx', 'whose session ended reads so where they sign in too'],
  },
  {
    without: 'who is signed in again in another tab still reads here that they are not',
    file: 'web/features/accounts/use-other-tabs.ts',
    take: '        dismissReason();\n',
    falls: ['web/features/accounts/use-other-tabs.test.tsx', 'who signed in again in another tab does not read here'],
  },
  {
    without: 'whose session ended reads that their cart is empty',
    file: 'web/pages/cart.page.tsx',
    take: 'if (useHasEnded()) return',
    leave: 'if (useHasEnded() && false) return',
    falls: ['web/pages/cart.test.tsx', 'whose session ended elsewhere does not read that their cart is empty'],
  },
  {
    without: 'who signs in has the page they came from in the history twice',
    file: 'web/features/accounts/use-sign-in.ts',
    take: 'if ((state as CameFrom | null)?.from === to) void navigate(-1);\n    else ',
    leave: 'void (state as CameFrom | null);\n    ',
    falls: [LOGIN, 'whoever was sent there by a page is on it again'],
  },
  {
    without: 'who went elsewhere while signing in is led away from there',
    file: 'web/features/accounts/use-sign-in.ts',
    take: '    if (!isHere.current) return;\n',
    falls: [LOGIN, 'while signing in stays where they went'],
  },
  {
    without: 'a session whose time is over is held until something of it is done',
    file,
    take: 'const isIt = and(eq(sessions.sid, sessionKey), gt(sessions.expire, sql`now()`));',
    leave: 'const isIt = eq(sessions.sid, sessionKey);',
    falls: ends('is neither held nor given another token'),
  },
  {
    without: 'a session whose time is over is given another token',
    file,
    take: '.where(and(eq(sessions.sid, sessionKey), gt(sessions.expire, sql`now()`)))',
    leave: '.where(eq(sessions.sid, sessionKey))',
    falls: ends('is neither held nor given another token'),
  },
  {
    without: 'whoever was met once is taken for known for ever',
    file,
    take: ', ttl: 5 * 60_000',
    falls: ends('is known without asking for five minutes'),
  },
  {
    without: 'whose session ended before they came is a guest without a word',
    file: 'web/features/accounts/use-session-end.ts',
    take: '  useEffect(() => onSessionEnd(say), []);\n',
    falls: ['web/features/accounts/use-user.test.tsx', 'whose session ended before they came hears so once'],
  },
  {
    without: 'what is added when the session has ended is not added after signing in',
    file: 'web/features/cart/use-cart.ts',
    take: 'if (isSignedOut(error))',
    leave: 'if (isSignedOut(null))',
    falls: ['web/features/cart/add-to-cart.test.tsx', 'whose session has ended signs in and has it added'],
  },
  {
    without: 'what was confirmed is forgotten when the session has ended',
    file: 'web/features/orders/confirmation.ts',
    take: "confirmation && confirmation.state !== 'made' ? { ...confirmation, state: 'signedOut' } : confirmation",
    leave: 'confirmation',
    falls: ['web/pages/ordering/unanswered-signed-out.test.tsx', 'who is in again hears what became of it'],
  },
  {
    without: 'who left a tab on purpose reads in it that a session ended',
    file: 'web/features/accounts/use-other-tabs.ts',
    take: 'if (before && now === null) {',
    leave: 'if (now === null) {',
    falls: ['web/features/accounts/use-other-tabs.test.tsx', 'who left this tab on purpose'],
  },
  {
    without: 'what was never sent is said to be unknown',
    file: 'web/features/orders/confirmation.ts',
    take: "last.isSent ? 'toast.cash.signedOutUnknown' : 'toast.cash.signedOut'",
    leave: "'toast.cash.signedOutUnknown'",
    falls: ['web/pages/ordering/unanswered-signed-out.test.tsx', 'who confirmed what was not sent yet is told so'],
  },
  {
    without: 'signing in from a message leads to where one was when it came',
    file: 'web/features/accounts/use-tell-session-end.ts',
    take: 'run: () => navigate(address, { state: comesBack ? cameFromHere() : null })',
    leave: 'run: ((state) => () => navigate(address, { state }))(comesBack ? cameFromHere() : null)',
    falls: ['web/features/accounts/use-tell-session-end.test.tsx', 'who signs in from the message on another page'],
  },
  {
    without: 'an order that was never sent is looked for, and may have failed for any reason',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: 'const isUnsent = !isSent() && !isSignedOut(error);',
    leave: 'const isUnsent = isSent() && false;',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'an order that waited for a change that failed'],
  },
  {
    without: 'whose session ends a second time hears nothing',
    file: 'web/features/accounts/use-user.ts',
    take: 'if (user || isEnd) ended',
    leave: 'if (isEnd) ended',
    falls: ['web/features/accounts/use-user.test.tsx', 'whose session ends a second time'],
  },
  {
    without: 'who has just signed in reads that the session of the one before had ended',
    file: 'web/features/accounts/use-user.ts',
    take: 'if (asked === changes) ',
    falls: ['web/features/accounts/use-user.test.tsx', 'is not said to who has signed in since'],
  },
  {
    without: 'who has signed in in another tab reads here that the session before had ended',
    file: 'web/features/accounts/use-user.ts',
    take: '  changes += 1;\n  forgetPersonal(queries);',
    leave: '  forgetPersonal(queries);',
    falls: ['web/features/accounts/use-other-tabs.test.tsx', 'what is answered about the session before is no news'],
  },
  {
    without: 'an old answer takes back that the session has ended',
    file: 'web/features/accounts/use-user.ts',
    take: 'asked === changes && ended.get()',
    leave: 'ended.get()',
    falls: ['web/features/accounts/use-other-tabs.test.tsx', 'an old answer does not take back'],
  },
];
