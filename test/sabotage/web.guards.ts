/** What the browser's half keeps: whose things are shown, and where one is led. */
import type { Guard } from './guard.ts';

const safeNext = 'web/features/accounts/safe-next.ts';
const useUser = 'web/features/accounts/use-user.ts';
const otherTabs = 'web/features/accounts/use-other-tabs.ts';
const next = (test: string) => ['web/features/accounts/safe-next.test.ts', test] as const;
const user = (test: string) => ['web/features/accounts/use-user.test.tsx', test] as const;
const tabs = (test: string) => ['web/features/accounts/use-other-tabs.test.tsx', test] as const;
const prompt = (test: string) => ['web/features/accounts/use-sign-in-prompt.test.tsx', test] as const;
const access = (test: string) => ['web/pages/require-access.test.tsx', test] as const;
const more = (test: string) => ['web/ui/more.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a deal is called saved to an account whose session had ended',
    file: 'web/features/favorites/use-favorites.ts',
    take: 'if (answer?.ofAccount === false) return goOnAsGuest(change);',
    falls: ['web/features/favorites/use-favorites.test.tsx', 'whose session ended hears that alone'],
  },
  {
    without: 'styles that were lost once stay lost',
    file: 'web/kit/rest-of-styles.ts',
    take: 'ask(href, arrived, count + 1);',
    falls: ['web/kit/rest-of-styles.test.ts', 'styles that did not come are asked for until they do'],
  },
  {
    without: 'styles that hang keep the whole app waiting',
    file: 'web/kit/rest-of-styles.ts',
    take: 'setTimeout(resolve, PATIENCE_MS);',
    falls: ['web/kit/rest-of-styles.test.ts', 'styles that hang keep the app waiting for three seconds'],
  },
  {
    without: 'another city shows the cards of the one before',
    file: 'web/features/deals/use-deals.ts',
    take: "(asked.get('city') ?? DEFAULT_CITY) === city ? before : undefined",
    leave: 'asked && city ? before : undefined',
    falls: ['web/pages/home.test.tsx', 'another city shows boxes at once'],
  },
  {
    without: 'a tap shows nothing until the script of its page is there',
    file: 'web/kit/history-router.tsx',
    take: 'hurry = setTimeout(() => setShown(next), STAY_MS);',
    falls: ['web/kit/history-router.test.tsx', 'a page that takes longer shows its boxes'],
  },
  {
    without: 'a page that broke breaks the next one',
    file: 'web/kit/error-boundary.tsx',
    take: 'return of === before.of ? null : { failed: false, of };',
    leave: 'return of === before.of ? null : { of };',
    falls: ['web/app.test.tsx', 'a page that breaks keeps header and navigation'],
  },
  {
    without: 'a page that broke stays broken for all that is asked of it',
    file: 'web/app.tsx',
    take: '<ErrorBoundary of={key}',
    leave: '<ErrorBoundary of={pathname}',
    falls: ['web/app.test.tsx', 'a home that breaks is tried again for another list'],
  },
  {
    without: 'a moment without a connection ends what is fetched ahead',
    file: 'web/kit/fetch-ahead.ts',
    take: 'await waitForConnection();\n      if (isStopped',
    leave: 'if (!navigator.onLine) return;\n      if (isStopped',
    falls: ['web/kit/fetch-ahead.test.ts', 'without a connection it waits'],
  },
  {
    without: 'pages are fetched ahead by who asked to save',
    file: 'web/kit/fetch-ahead.ts',
    take: 'isStopped || isLineDear()',
    leave: 'isStopped',
    falls: ['web/kit/fetch-ahead.test.ts', 'what a line is used for when whoever pays for it asked to save'],
  },
  {
    without: 'signing in leads to another site',
    file: safeNext,
    take: 'origin === HERE && pathname + search + hash === next',
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
    take: '      stay.current?.();\n',
    falls: prompt('whoever decides to close meanwhile'),
  },
  {
    without: 'the other tabs go on as who signed out in one',
    file: useUser,
    take: '    tellTabs(isEnd ? ENDED_NEWS : VISITOR_NEWS);\n',
    falls: tabs('whoever signs in or out tells the other tabs'),
  },
  {
    without: 'a tab does not hear who signed in or out in another',
    file: otherTabs,
    take: 'hearTabs(VISITOR_NEWS, () => void ask())',
    leave: 'hearTabs(VISITOR_NEWS, () => {})',
    falls: tabs('in another tab'),
  },
  {
    without: 'a tab that slept shows what belongs to the one before',
    file: otherTabs,
    take: "    document.addEventListener('visibilitychange', look);\n",
    falls: tabs('a tab that was told nothing sees it'),
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
    without: 'one page that fails makes a list short for good',
    file: 'web/pages/home/use-kept-pages.ts',
    take: '    if (hasFailed && pages < wanted) return;\n',
    falls: ['web/pages/home/use-kept-pages.test.tsx', 'a page that cannot be fetched now'],
  },
  {
    without: 'a button that is pressed again while it is busy does it twice',
    file: 'web/ui/button.tsx',
    take: 'onClick={isBusy ? refuse : press}',
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
    without: 'the way to Tirana leads to the city that was chosen before',
    file: 'web/features/deals/category-tiles.tsx',
    take: "remember('selectedCity', nearestCity)",
    leave: 'undefined',
    falls: ['web/pages/categories.test.tsx', 'the way to Tirana leads there from another city too'],
  },
  {
    without: 'the deal of the banner is the first card too',
    file: 'web/pages/home/behind-banner.ts',
    take: 'page.filter(({ id }) => id !== banner)',
    leave: 'page.filter(({ id }) => id !== banner || page[0]?.id === id)',
    falls: ['web/pages/home/behind-banner.test.ts', 'the deal of the banner comes last of the first page'],
  },
  {
    without: 'who asks again for the list never sees the deal of the day',
    file: 'web/pages/home.page.tsx',
    take: '    retryBanner();\n',
    falls: ['web/pages/home-banner.test.tsx', 'who asks again where nothing came asks for the banner too'],
  },
  {
    without: 'what is written in the header leads away from another page before it is sent',
    file: 'web/features/deals/search-box.tsx',
    take: 'if (!isLive) return;',
    falls: [
      'web/shell/header.test.tsx',
      'the search in the header is sent from other pages, with what a query may not hold in its place',
    ],
  },
  {
    without: 'a part of a page that cannot be loaded ends the server',
    file: 'web/kit/online.ts',
    take: "typeof window === 'undefined' || doubt",
    leave: 'doubt',
    falls: ['test/web-on-the-server.test.ts', 'a part of a page that cannot be loaded'],
  },
  {
    without: 'an address that one comes back to chooses its city again',
    file: 'web/kit/city.ts',
    take: 'isBack ? before : (said ?? before)',
    leave: 'said ?? before',
    falls: ['web/app.test.tsx', 'an address that one comes back to stores its city no second time'],
  },
  {
    without: 'Back brings the city before back',
    file: 'web/kit/city.ts',
    take: '(said === null || isOlder)',
    leave: 'said === null',
    falls: ['web/app.test.tsx', 'whoever comes back to an address from before a choice is led'],
  },
];
