/** What is said of a payment by card is true, nobody is asked for a card twice, and what is charged is what is shown. */
import type { Guard } from './guard.ts';

const uncertain = (test: string) => ['web/pages/ordering/uncertain-payments.test.tsx', test] as const;
const paying = (test: string) => ['web/pages/ordering/paying-by-card.test.tsx', test] as const;
const listening = (test: string) => ['web/pages/ordering/paying-by-ear.test.tsx', test] as const;
const fields = (test: string) => ['web/features/payments/card-fields.test.ts', test] as const;
const stripe = (test: string) => ['web/pages/ordering/stripe-form.test.tsx', test] as const;
const payByCard = 'web/pages/ordering/use-pay-by-card.ts';
const record = 'web/features/payments/use-record-order.ts';
const findOut = 'web/pages/ordering/use-find-out.ts';
const cardReturn = 'web/pages/ordering/card-return.tsx';
const cardPayment = 'web/pages/ordering/card-payment.tsx';
const cardForm = 'web/pages/ordering/card-form.tsx';
const stripeFields = 'web/features/payments/stripe-fields.tsx';

export const guards: readonly Guard[] = [
  {
    without: 'who comes back from their bank is led away from the order',
    file: cardReturn,
    take: 'onPaid({ recording }, true);',
    leave: 'onPaid({ recording }, false);',
    falls: listening('who comes back from the page of their bank stays with the order'),
  },
  {
    without: 'who pays with VoiceOver on an iPhone is led away from the order',
    file: cardForm,
    take: '          {...press}\n',
    falls: listening('who paid by VoiceOver on an iPhone has time to hear it out'),
  },
  {
    without: 'the reason of a refusal moves the button that was pressed out of sight',
    file: 'web/pages/ordering/refusal.tsx',
    take: "    focused.scrollIntoView({ block: 'nearest' });\n",
    falls: listening('what is refused leaves the button that was pressed in sight'),
  },
  {
    without: 'a card that has expired is wrong in no field',
    file: 'web/features/payments/sandbox-fields.tsx',
    take: "      if (wrong) form.setError(wrong, { message: 'checkCard' satisfies FieldCode }, { shouldFocus: true });\n",
    falls: listening('a card that is declined for expired_card is wrong in its field'),
  },
  {
    without: 'why it failed at the bank is gone with its message',
    file: cardReturn,
    take: '      onRefused({ reason: message.text ?? message.title, saidIn: latestToast() });\n',
    falls: listening('why a payment failed at the bank stays on the page'),
  },
  {
    without: 'why a payment was not made of which nobody knew is gone with its message',
    file: 'web/pages/ordering/unrecorded-order.tsx',
    take: '      tellForm({ reason, saidIn: latestToast() });\n',
    falls: listening('why a payment was not made of which nobody knew stays on the page too'),
  },
  {
    without: 'nobody hears that the fields of a card are ready',
    file: cardForm,
    take: "if (isSpokenOf.current) say(t('checkout.ready'));",
    falls: listening('that the fields are ready is said to who was told that they are waited for'),
  },
  {
    without: 'how many fields of a card are missing is not said',
    file: 'web/features/payments/sandbox-fields.tsx',
    take: 'attempts: form.formState.submitCount',
    leave: 'attempts: 0',
    falls: listening('how many fields are missing is said and seen'),
  },
  {
    without: 'a large amount on the button is heard as two numbers',
    file: cardForm,
    take: '<Spoken>{toPay}</Spoken>',
    leave: 'toPay',
    falls: listening('what is paid is heard as one number, however much it is'),
  },
  {
    without: 'the number of an order that was paid is not said',
    file: 'web/pages/ordering/use-tell-paid.ts',
    take: "        say(`${t('orders.orderId')}: ${spelled(orderNumberOf(order))}`);\n",
    falls: listening('of an order that is paid its number is said once that is known'),
  },
  {
    without: 'a second press asks the bank a second time',
    file: payByCard,
    take: 'if (isUnderWay.current || !prepared) return;',
    leave: 'if (!prepared) return;',
    falls: paying('who presses twice is declined once'),
  },
  {
    without: 'another amount is charged than the one on the screen',
    file: payByCard,
    take: "if (!isSameSum(now, shown)) return 'checkout.totalChanged';",
    falls: paying('another amount than the one on the screen is shown before it is paid'),
  },
  {
    without: 'what another tab paid is called failed',
    file: payByCard,
    take: 'if (isPaidElsewhere(codeOfRefusal(error))) return lookInto(payment, { looks: 1, reason });',
    falls: paying('what was paid meanwhile is not paid again'),
  },
  {
    without: 'a payment whose answer was lost is asked about by nobody',
    file: payByCard,
    take: "return lookInto(payment, { reason: t('checkout.cardError.lost') });",
    leave: 'return false;',
    falls: paying('a payment whose answer was lost is asked about, and not paid again'),
  },
  {
    without: 'who goes back from the page of their bank finds a button that does nothing',
    file: payByCard,
    take: '        await comeBack();\n        return false;',
    leave: '        await comeBack();\n        return true;',
    falls: uncertain('who goes back from the page of their bank hears that nothing was paid, and may pay again'),
  },
  {
    without: 'what a bank is carrying out is called failed',
    file: 'web/features/payments/card-fields.ts',
    take: "if (ON_ITS_WAY.includes(reached) || error?.code === BUSY) return { state: 'unknown' };",
    falls: fields('what a bank is still carrying out is neither paid nor declined'),
  },
  {
    without: 'what is on its way is called unpaid at the first look',
    file: record,
    take: 'const LOOKS = 4;',
    leave: 'const LOOKS = 1;',
    falls: uncertain('what is on its way still when it is asked about is not called failed'),
  },
  {
    without: 'a shop that takes no cards any more calls unpaid what was paid',
    file: record,
    take: "codeOfRefusal(error) === 'payments.notFound'",
    leave: '(error instanceof ApiError && error.status === 404)',
    falls: uncertain('a shop that takes no cards any more says nothing of what was paid'),
  },
  {
    without: 'what was paid stays in the cart, and is paid again',
    file: record,
    take: 'void queries.invalidateQueries({ queryKey: [urlOf(cart.list, { params: { sessionId: sessionId() } })] });',
    falls: paying('what was paid is in the cart no more'),
  },
  {
    without: 'who waits for an answer waits for ever',
    file: findOut,
    take: 'isPatient ? recording : soon(recording, PATIENCE_MS)',
    leave: 'isPatient || soon !== undefined ? recording : recording',
    falls: uncertain('who comes back from their bank while nobody answers does not wait for ever'),
  },
  {
    without: 'a card is asked for while it is not known whether it was charged',
    file: cardPayment,
    take: "const isUncertain = kept && kept.state !== 'paying' && !isPaying;",
    leave: "const isUncertain = kept && kept.state === 'paying' && !kept && !isPaying;",
    falls: uncertain('while nobody can tell, no card is asked for'),
  },
  {
    without: 'the profile says nothing of what was paid and is being recorded',
    file: 'web/pages/profile.page.tsx',
    take: '      <News open={open} list={list} />\n',
    falls: uncertain('where orders are looked for, a payment that is paid is spoken of'),
  },
  {
    without: 'an address that somebody made up takes the place of a payment',
    file: cardReturn,
    take: 'if (!kept || isKept) keepPayment(payment);',
    leave: 'keepPayment(payment);',
    falls: uncertain('an address that somebody made up is believed in nothing'),
  },
  {
    without: 'who goes back in the history is told of a success again',
    file: cardReturn,
    take: "void navigate('/checkout?method=card', { replace: true });",
    falls: uncertain('nothing of a payment stays in the address'),
  },
  {
    without: 'the secret of a payment goes along to the page where one signs in',
    file: 'web/pages/checkout.page.tsx',
    take: "['method', 'payment_intent', 'redirect_status'].filter(",
    leave: "['method', 'payment_intent', 'payment_intent_client_secret', 'redirect_status'].filter(",
    falls: uncertain('whose session ended at the bank signs in and hears of it then'),
  },
  {
    without: 'fields that never come leave a spinner for ever',
    file: cardForm,
    take: "const timer = setTimeout(set, PATIENCE_MS, 'late');",
    leave: 'const timer = setTimeout(() => {}, PATIENCE_MS);',
    falls: stripe('fields that do not come are said after ten seconds'),
  },
  {
    without: 'a script that breaks says nothing of what was paid, and the page neither',
    file: stripeFields,
    take: "return { state: 'unknown' };",
    leave: "return { state: 'declined', decline: null };",
    falls: stripe('a script that breaks in the middle'),
  },
  {
    without: 'Apple and Google offer to pay',
    file: stripeFields,
    take: "wallets: { applePay: 'never', googlePay: 'never' },",
    falls: stripe('it is asked for with tabs, without wallets'),
  },
  {
    without: 'nobody hears what became of an order in cash, because a card was charged since',
    file: 'web/features/payments/use-record-order.ts',
    take: "if ((keptConfirmation()?.state ?? 'made') === 'made')",
    leave: 'if (keptConfirmation)',
    falls: ['web/pages/ordering/uncertain-payments.test.tsx', 'is asked about still after a card paid'],
  },
];
