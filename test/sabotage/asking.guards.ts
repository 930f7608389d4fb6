/** Whoever is asked something, told something or led somewhere: only about what they did, and only while they are there. */
import type { Guard } from './guard.ts';

const prompt = (test: string) => ['web/features/accounts/use-sign-in-prompt.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever reads on by keys is led away',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: 'if (event instanceof KeyboardEvent) return true;',
    falls: prompt('whoever reads on by keys meanwhile'),
  },
  {
    without: 'whoever goes to something else is led away',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: "if (event.type === 'focusin') return target !== control;",
    falls: prompt('whoever goes to what is no control meanwhile'),
  },
  {
    without: 'whoever presses twice is led nowhere',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: ' && pressed !== control',
    falls: prompt('whoever goes back to what asked'),
  },
  {
    without: 'whoever went on before the answer is led away',
    file: 'web/features/accounts/use-sign-in-prompt.ts',
    take: 'if (hasGone(asker)) return;',
    falls: prompt('whoever is at “close” when it turns out'),
  },
  {
    without: 'who confirmed an order by ear or by keys is led away while it is read out',
    file: 'web/pages/ordering/made-order.tsx',
    take: 'if (isHeld) return;',
    falls: ['web/pages/checkout.test.tsx', 'whose order was confirmed by'],
  },
  {
    without: 'a deal is called added because another was',
    file: 'web/pages/deal.page.tsx',
    take: '        key={deal.id}\n',
    falls: ['web/pages/deal.test.tsx', 'what was added is in the cart'],
  },
  {
    without: 'a deal without a description waits for it for ever',
    file: 'web/pages/deal-modal.tsx',
    take: 'data || error ? null',
    leave: 'error ? null',
    falls: ['web/pages/deal-modal.test.tsx', 'no heading stands over a description that the deal has none of'],
  },
  {
    without: 'Escape that was for something else closes a message',
    file: 'web/ui/toaster.tsx',
    take: ' && !event.defaultPrevented',
    falls: ['web/ui/toaster.test.tsx', 'Escape that closed something else'],
  },
  {
    without: 'every Escape closes a message',
    file: 'web/ui/toaster.tsx',
    take: ' && !isEscape.current',
    falls: ['web/ui/toaster.test.tsx', 'Escape that closed something else'],
  },
  {
    without: 'a tooltip shows wherever a pointer leaves focus',
    file: 'web/ui/tooltip-layer.tsx',
    take: "if (found?.matches(':focus-visible')) show",
    leave: 'if (found) show',
    falls: ['web/ui/tooltip-layer.test.tsx', 'focus that is to be seen (false)'],
  },
  {
    without: 'a tooltip goes when its text is marked',
    file: 'web/ui/tooltip-layer.tsx',
    take: 'if (!closest(event, BOX)) hide();',
    leave: 'if (event) hide();',
    falls: ['web/ui/tooltip-layer.test.tsx', 'it stays while it is pressed itself'],
  },
  {
    without: 'what is moved loses the focus that a dialog gave back',
    file: 'web/kit/focus.ts',
    take: 'if (active === document.body && gapOf(lost, records)) focusOn(lost);',
    falls: ['web/kit/focus-moved.test.tsx', 'what a dialog gives focus back to'],
  },
  {
    without: 'focus goes to what came elsewhere at the same time',
    file: 'web/kit/focus.ts',
    take: '(!previous || isBefore(previous, node))',
    leave: 'true',
    falls: ['web/kit/focus-moved.test.tsx', 'what comes elsewhere at the same time'],
  },
  {
    without: 'focus goes to a heading that cannot be seen',
    file: 'web/kit/focus.ts',
    take: '(HEADINGS)].filter(isThere)',
    leave: '(HEADINGS)]',
    falls: ['web/kit/focus.test.tsx', 'a heading that is hidden itself'],
  },
  {
    without: 'whoever uses no keyboard is scrolled to where focus goes',
    file: 'web/kit/focus.ts',
    take: '{ preventScroll: !isByKey }',
    leave: '{ preventScroll: false }',
    falls: ['web/kit/focus.test.tsx', 'whoever uses no keyboard is not moved'],
  },
  {
    without: 'whoever went elsewhere is taken to the heading of a late page',
    file: 'web/kit/focus.ts',
    take: '!isWaiting || begin()',
    leave: 'begin() || !isWaiting',
    falls: ['web/kit/focus.test.tsx', 'whoever went elsewhere before a page came'],
  },
  {
    without: 'nobody hears why a screen is missing',
    file: 'web/ui/problem.tsx',
    take: "  useSaid(!offline && `${t('errorFallback.title')}. ${text}`);\n",
    falls: ['web/shell/said-problems.test.tsx', 'what could not be fetched is said'],
  },
  {
    without: 'nobody hears that a part is missing',
    file: 'web/ui/problem.tsx',
    take: '  useSaid(!offline && `${what} ${reason}`);\n',
    falls: ['web/shell/said-problems.test.tsx', 'so is a part that is missing'],
  },
  {
    without: 'nobody hears that a screen broke',
    file: 'web/shell/error-fallback.tsx',
    take: "  useSaid(!offline && `${t('errorFallback.title')}. ${t('errorFallback.text')}`);\n",
    falls: ['web/shell/said-problems.test.tsx', 'so is a screen that broke'],
  },
  {
    without: 'the bar of a phone takes focus along when it goes',
    file: 'web/pages/deal-actions.tsx',
    take: ' onMouseDown={(event) => event.preventDefault()}',
    falls: ['web/pages/deal.test.tsx', 'the bar of a phone takes no focus'],
  },
  {
    without: 'the way back leads on instead',
    file: 'web/pages/back-link.tsx',
    take: '        void navigate(-1);\n',
    leave: '        void navigate(to);\n',
    falls: ['web/pages/back-link.test.tsx', 'it goes back in the history'],
  },
  {
    without: 'a message has a second voice',
    file: 'web/ui/toaster.tsx',
    take: '      announcerContainer={unheard}\n',
    falls: ['web/ui/toaster.test.tsx', 'a message is said by the voice alone'],
  },
  {
    without: 'a message moves away from the finger that presses in it',
    file: 'web/kit/keep-off.ts',
    take: 'if (target instanceof Node && place()?.contains(target)) return;',
    falls: ['web/ui/toaster-place.test.tsx', 'a message moves off what gets focus below it'],
  },
  {
    without: 'a message moves when another page comes',
    file: 'web/kit/keep-off.ts',
    take: '  if (!isNew && coveredAt(place.getBoundingClientRect().top).length === 0) return;\n',
    falls: ['web/ui/toaster-place.test.tsx', 'a message stays where it was when what it kept off'],
  },
];
