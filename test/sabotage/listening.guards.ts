/** Whoever listens, or uses keys alone: where focus goes, and what is said. */
import type { Guard } from './guard.ts';

const voice = (test: string) => ['web/kit/voice.test.tsx', test] as const;
const focus = (test: string) => ['web/kit/focus.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'focus is lost where an entry of a list goes',
    file: 'web/kit/focus.ts',
    take: 'entryBeside(gap) ?? ',
    falls: focus('where the first entry goes'),
  },
  {
    without: 'focus is lost where a button becomes inert',
    file: 'web/kit/focus.ts',
    take: ", attributeFilter: ['inert', 'disabled', 'hidden']",
    falls: focus('where a button inert, focus goes'),
  },
  {
    without: 'focus does not return from a message',
    file: 'web/kit/focus.ts',
    take: 'back ?? beside',
    leave: 'beside',
    falls: focus('from a message that goes'),
  },
  {
    without: 'a step of a page begins where the last one ended',
    file: 'web/kit/focus.ts',
    take: '    focusPage();\n  }, [step]);',
    leave: '  }, [step]);',
    falls: focus('a step begins at its heading'),
  },
  {
    without: 'an open dialog hides what is said',
    file: 'web/kit/voice.tsx',
    take: '(topDialog() ?? document)',
    leave: 'document',
    falls: voice('a dialog does not hide what is said'),
  },
  {
    without: 'what is said twice in a breath is heard twice',
    file: 'web/kit/voice.tsx',
    take: 'waiting.set(about, { text, part });',
    leave: 'waiting.set(`${about} ${waiting.size}`, { text, part });',
    falls: voice('what happens is said once'),
  },
  {
    without: 'focus is covered by a message that left something else',
    file: 'web/ui/toaster.tsx',
    take: 'beside.find((at) => coveredAt(at).length === 0)',
    leave: 'beside[0]',
    falls: ['web/ui/toaster.test.tsx', 'does not move over what has focus'],
  },
  {
    without: 'nobody hears what the cart comes to after a change',
    file: 'web/pages/cart.page.tsx',
    take: '  useTotalVoice(lines);\n',
    falls: ['web/pages/cart.test.tsx', 'what a cart comes to is heard'],
  },
  {
    without: 'a blocked cart says nothing to who would go on',
    file: 'web/pages/cart.page.tsx',
    take: "                say(t('cart.blocked'));\n",
    falls: ['web/pages/cart.test.tsx', 'says why to who would go on'],
  },
  {
    without: 'what the focused heading says is said besides',
    file: 'web/pages/home/result-count.tsx',
    take: 'isRead ? partlyFound(partly, t) : text',
    leave: 'text',
    falls: ['web/pages/home/result-count.test.tsx', 'what the heading with focus says'],
  },
  {
    without: 'a message is not heard',
    file: 'web/kit/toasts.ts',
    take: '  say(inSentences(title, saidToo?.text, text, action?.label), { part: saidToo });\n',
    falls: voice('a message is said with what can be done about it'),
  },
  {
    without: 'a press on what is busy is not answered',
    file: 'web/ui/button.tsx',
    take: '    say(why ?? event.currentTarget.textContent);\n',
    falls: voice('a button that is busy or over keeps focus'),
  },
  {
    without: 'a message goes before what it offers can be pressed',
    file: 'web/ui/toaster.tsx',
    take: 'action ? Number.POSITIVE_INFINITY : SHOWN_MS',
    leave: 'SHOWN_MS',
    falls: ['web/ui/toaster.test.tsx', 'a message with something to do stays'],
  },
  {
    without: 'who is reading is led away',
    file: 'web/kit/go-on.ts',
    take: '    if (isOtherwise(event)) stop();\n',
    falls: ['web/pages/checkout.test.tsx', 'who touches the confirmation keeps it'],
  },
  {
    without: 'a tooltip goes when it is pointed at',
    file: 'web/ui/tooltip-layer.tsx',
    take: 'if (found === control || closest(event, BOX)) return;',
    leave: 'if (found === control) return;',
    falls: ['web/ui/tooltip-layer.test.tsx', 'it can be pointed at'],
  },
  {
    without: 'Escape goes to the tooltip of what was pressed by a key',
    file: 'web/ui/tooltip-layer.tsx',
    take: "    document.addEventListener('click', press);\n",
    falls: ['web/ui/tooltip-layer.test.tsx', 'what is pressed by a key hides it'],
  },
  {
    without: 'wrong credentials mark no field',
    file: 'web/features/accounts/use-sign-in.ts',
    take: "    blames: { 'accounts.badCredentials': { email: undefined, password: 'checkBoth' } },\n",
    falls: ['web/pages/login.test.tsx', 'wrong credentials mark both fields'],
  },
  {
    without: 'a field that the whole refusal is about is not described by it',
    file: 'web/ui/form/form.tsx',
    take: '      id={refusalId(id)}\n',
    falls: ['web/pages/login.test.tsx', 'wrong credentials mark both fields'],
  },
  {
    without: 'a title in the name of a control is said in the wrong language',
    file: 'web/features/deals/titled.tsx',
    take: '<span lang={lang}>',
    leave: '<span>',
    falls: ['web/features/deals/titled.test.tsx', 'an Albanian title in the name of a control'],
  },
  {
    without: 'the name of a category of an admin is said in the wrong language',
    file: 'web/features/deals/deal-words.ts',
    take: 'known.includes(slug) ? undefined : langOf(nameEn, t)',
    leave: 'undefined',
    falls: ['web/features/deals/deal-words.test.ts', 'so do a title and a category of an admin'],
  },
  {
    without: 'a discount is heard as a number below zero',
    file: 'web/features/deals/price.tsx',
    take: '<span aria-hidden="true">-</span>',
    leave: '<span>-</span>',
    falls: ['web/features/deals/price.test.tsx', 'a discount is heard as one'],
  },
  {
    without: 'nobody hears that a deal ends while it is read',
    file: 'web/features/deals/deal-detail.tsx',
    take: "  useSaid(expired && !wasOver && `${title}: ${t('deal.expired')}`, { part: titlePart(deal, t) });\n",
    falls: ['web/features/deals/deal-detail.test.tsx', 'that a deal ends while it is read is said'],
  },
  {
    without: 'what is opened later is shown as of when the page was loaded',
    file: 'web/kit/clock.ts',
    take: 'useHydrated() ? Date.now() + offset : renderedAt',
    leave: 'renderedAt',
    falls: ['web/features/deals/deal-detail.test.tsx', 'that a deal is over is said when it happens'],
  },
];
