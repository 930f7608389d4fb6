/** What the browser's half keeps: whose things are shown, where one is led, what is ordered. */
import type { Guard } from './guard.ts';

const safeNext = 'web/features/accounts/safe-next.ts';
const useUser = 'web/features/accounts/use-user.ts';
const otherTabs = 'web/features/accounts/use-other-tabs.ts';
const desk = 'web/features/cart/cart-desk.ts';
const turns = 'web/features/cart/cart-turns.ts';
const unanswered = 'web/pages/ordering/unanswered-order.tsx';
const next = (test: string) => ['web/features/accounts/safe-next.test.ts', test] as const;
const user = (test: string) => ['web/features/accounts/use-user.test.tsx', test] as const;
const prompt = (test: string) => ['web/features/accounts/use-sign-in-prompt.test.tsx', test] as const;
const access = (test: string) => ['web/pages/require-access.test.tsx', test] as const;
const more = (test: string) => ['web/ui/more.test.tsx', test] as const;
const comeBack = (test: string) => ['web/pages/ordering/unanswered-order.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'signing in leads to another site',
    file: safeNext,
    take: 'origin === location.origin && pathname + search + hash === next',
    leave: 'true',
    falls: next('"https://evil.example/" leads home'),
  },
  {
    without: 'signing in leads to what a browser reads as another site',
    file: safeNext,
    take: '!TRAPS.test(place) && ',
    falls: next('"/%2Fevil.example" leads home'),
  },
  {
    without: 'signing in leads to signing in, or to what answers programs',
    file: safeNext,
    take: ' && !NO_PAGES.test(place)',
    falls: next('"/api/auth/me" leads home'),
  },
  {
    without: 'a page of administrators is shown to everybody',
    file: 'web/kit/page.tsx',
    take: "const isOpen = access === 'anyone' || access === 'user';",
    leave: 'const isOpen = true;',
    falls: access('a page for admin is none to {}'),
  },
  {
    without: 'a page of administrators is shown to whoever is signed in',
    file: 'web/pages/require-access.tsx',
    take: 'isAllowed(user, access) ? children : <NotFound />',
    leave: 'isAllowed(user, access) ? children : children',
    falls: access('a page for admin is none to {}'),
  },
  {
    without: 'a guest gets through the door of a page that needs somebody',
    file: 'web/features/accounts/require-user.tsx',
    take: "case 'guest':\n      return door;",
    leave: "case 'guest':\n      return children({} as User);",
    falls: user('not being signed in is an answer'),
  },
  {
    without: 'who is not known yet is taken for a guest',
    file: useUser,
    take: ': asking;\n}',
    leave: ': guest;\n}',
    falls: user('as long as the answer takes'),
  },
  {
    without: 'what a salon or a buyer wrote ends the script that holds the state of a page',
    file: 'web/kit/page-state.ts',
    take: ".replaceAll('<', '\\\\u003c')",
    falls: ['web/kit/page-state.test.ts', 'no text that travels can end the script'],
  },
  {
    without: 'a guest who left what asked is taken to sign in all the same',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: 'return () => clearTimeout(timer);',
    falls: prompt('meanwhile is not taken away'),
  },
  {
    without: 'the other tabs go on as who signed out in one',
    file: useUser,
    take: '    tellTabs(VISITOR_NEWS);\n',
    falls: user('whoever signs in or out tells the other tabs'),
  },
  {
    without: 'a tab does not hear who signed in or out in another',
    file: otherTabs,
    take: 'hearTabs(VISITOR_NEWS, ask)',
    leave: 'hearTabs(VISITOR_NEWS, () => {})',
    falls: user('in another tab'),
  },
  {
    without: 'a tab that slept shows what belongs to the one before',
    file: otherTabs,
    take: "    document.addEventListener('visibilitychange', look);\n",
    falls: user('a tab that was told nothing sees it'),
  },
  {
    without: 'the next person on a device sees what belongs to the one before',
    file: useUser,
    take: '    knownMark = markOfVisitor();\n    forgetPersonal(queries);\n',
    leave: '    knownMark = markOfVisitor();\n',
    falls: user('whoever leaves takes along what is personal'),
  },
  {
    without: 'the next person on a device keeps the label of the one before',
    file: useUser,
    take: '      renewSessionId();\n',
    falls: user('whoever leaves takes along what is personal'),
  },
  {
    without: 'a hidden deal stays on the device of who signed out',
    file: useUser,
    take: ' && isPublic(state.data as Deal)',
    falls: ['web/pages/hidden-deal.test.tsx', 'a deal that is not for everybody goes with who signs out'],
  },
  {
    without: 'what was not sent yet changes the cart of the next person',
    file: turns,
    take: "      clearTimeout(pause);\n      state = 'idle';\n      desk.close();\n",
    falls: ['web/features/cart/use-order-cart.test.tsx', 'whoever leaves takes along what was not sent yet'],
  },
  {
    without: 'what one person wanted is tried again as the next',
    file: desk,
    take: '(isOpen ? call() : Promise.reject(left()))',
    leave: 'call()',
    falls: ['web/features/cart/use-order-cart.test.tsx', 'what is tried again after somebody left'],
  },
  {
    without: 'an order that nobody waits for any more keeps all tabs from asking',
    file: turns,
    take: '      for (const { done } of lost) done.reject(left());\n',
    falls: ['web/features/cart/use-order-cart.test.tsx', 'whoever leaves has not ordered'],
  },
  {
    without: 'the order of who left stands in the history of the next person',
    file: 'web/features/orders/use-orders.ts',
    take: '    if (!isHere(confirmation.userId)) return order;\n',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'when the next person is here'],
  },
  {
    without: 'what was ordered stays on the device of who signed out',
    file: useUser,
    take: '      forgetPersonalThings();\n',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'nothing of an order stays on the device'],
  },
  {
    without: 'a confirmation that was called failed orders later',
    file: unanswered,
    take: 'else if (lines.length > 0) keepConfirmation(null);',
    leave: '',
    falls: comeBack('what was called failed makes no order any more'),
  },
  {
    without: 'a cart older than the doubt decides what became of an order',
    file: unanswered,
    take: ' || asOf < confirmation.at',
    falls: comeBack('a cart known from before an answer was lost'),
  },
  {
    without: 'an order that was made is forgotten when something before our server fails',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: ' && [400, 409].includes(error.status)',
    falls: comeBack('what a server in trouble answered says nothing'),
  },
  {
    without: 'an order stands twice in the history',
    file: 'web/features/orders/use-orders.ts',
    take: '.filter(({ id }) => id !== order.id)',
    falls: ['web/pages/ordering/use-confirm-order.test.tsx', 'an order that the history already holds'],
  },
  {
    without: 'one page that fails makes a list short for good',
    file: 'web/pages/home/use-kept-pages.ts',
    take: '    if (hasFailed && pages < wanted) return;\n',
    falls: ['web/pages/home/use-kept-pages.test.tsx', 'a page that cannot be fetched now'],
  },
  {
    without: 'a confirmation is sent without end',
    file: unanswered,
    take: 'if (asked.current.has(which)) return;',
    falls: comeBack('a lost answer is asked for once more'),
  },
  {
    without: 'somebody else orders what was confirmed on this device',
    file: 'web/features/orders/confirmation.ts',
    take: "visitor.state === 'user' && confirmation?.userId === visitor.user.id ? confirmation : null",
    leave: 'confirmation',
    falls: comeBack('nobody is told what somebody else confirmed'),
  },
  {
    without: 'a button that is pressed again while it is busy does it twice',
    file: 'web/ui/button.tsx',
    take: 'onClick={isBusy ? (event) => event.preventDefault() : onClick}',
    leave: 'onClick={onClick}',
    falls: more('asks for nothing more'),
  },
  {
    without: 'a button that is busy loses the focus',
    file: 'web/ui/button.tsx',
    take: 'aria-disabled={isBusy || undefined}',
    leave: 'disabled={isBusy}',
    falls: more('focus stays on the button'),
  },
  {
    without: 'entries that arrive take the focus from where somebody has gone',
    file: 'web/ui/more.tsx',
    take: 'if (isHere) ',
    falls: more('whoever has gone elsewhere'),
  },
  {
    without: 'an addition is taken for the one before, whose answers were lost',
    file: desk,
    take: '    doubt(intention, false);\n',
    falls: ['web/features/cart/use-cart.test.tsx', 'is not taken for the next one'],
  },
  {
    without: 'an addition that was called failed is made twice',
    file: desk,
    take: 'before?.quantity === addition.quantity ? before : addition',
    leave: 'addition',
    falls: ['web/features/cart/use-cart.test.tsx', 'is not made twice when it is wanted again'],
  },
];
