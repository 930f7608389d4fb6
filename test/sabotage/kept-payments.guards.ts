/** Who paid is told so, whatever became of the page, the session or the connection since. */
import type { Guard } from './guard.ts';

const kept = (test: string) => ['web/pages/ordering/kept-payments.test.tsx', test] as const;
const page = 'web/pages/checkout.page.tsx';
const record = 'web/features/payments/use-record-order.ts';

export const guards: readonly Guard[] = [
  {
    without: 'who paid and was signed out hears nothing of their order when they are back',
    file: 'web/features/payments/kept-payment.ts',
    take: "payment?.state !== 'signedOut' || isLate(payment)",
    leave: 'payment !== null',
    falls: kept('a payment of who paid and was signed out'),
  },
  {
    without: 'a payment that was refused for its session is forgotten with it',
    file: record,
    take: "if (payment.state === 'paid' && isSignedOut(error)) keepPayment({ ...payment, state: 'signedOut' });",
    falls: kept('who pays after their session ended signs in'),
  },
  {
    without: 'who paid is sent to sign in without a word',
    file: page,
    take: '(error) => lastWords && isSignedOut(error) && void sayLast(lastWords),',
    leave: '() => {},',
    falls: kept('who pays after their session ended signs in'),
  },
  {
    without: 'who paid a moment ago is told that the cart is empty, and pays again',
    file: page,
    take: 'if (shown.length === 0 && payment && !isBack) return <Paying state={payment.state} />;',
    falls: kept('who loads the page again right after they paid'),
  },
  {
    without: 'between a payment and its order the cart is called empty',
    file: record,
    take: '    await learn({ userId: payment.userId, order });',
    leave: '    forgetPayment(payment.paymentIntentId);\n    await learn({ userId: payment.userId, order });',
    falls: kept('who loads the page again right after they paid'),
  },
  {
    without: 'offline nothing takes the place of the form',
    file: 'web/pages/ordering/card-payment.tsx',
    take: 'useEffect(() => fetchAhead([fetchPaymentNews]), []);',
    falls: ['web/pages/ordering/news-at-hand.test.tsx', 'what takes the place of the form is at hand'],
  },
];
