/** Words of paying by card. */
import type * as sq from '#core/i18n/sq/payments.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'checkout.totalAll': 'Total in lek',
  'checkout.totalUsd': 'Total in USD',
  'checkout.conversionNote': 'Your card is charged in US dollars at this rate. Your bank may add its own fee.',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign before a placeholder of ours
  'checkout.payUsd': 'Pay ${totalUSD} USD',
  'checkout.payNow': 'Pay Now',
  'checkout.card.safe':
    'The payment provider receives your card number, not Bukuri. Cancel within 14 days; vouchers you do not use are refunded to your card after their last day.',
  'checkout.processing': 'Processing payment...',
  'checkout.preparing': 'Preparing secure payment...',
  'checkout.ready': 'You can enter your card details.',
  'checkout.intentFailed': 'We could not start the payment. Please try again.',
  'checkout.cardDetails': 'Card details',
  'checkout.cardFormEnglish': 'The card form is in English.',
  'checkout.card.number': 'Card number',
  'checkout.card.expiry': 'Expiry date',
  'checkout.card.expiry.hint': 'Month and year, like 04\u00a0/\u00a029',
  'checkout.card.cvc': 'Security code (CVC)',
  'checkout.card.cvc.hint': '3 or 4 digits',
  'checkout.card.name': 'Name on card',
  'checkout.test.cards': 'Test cards: tap one to fill it in',
  'checkout.test.filled': 'The card is filled in.',
  'checkout.test.paid': 'Succeeds',
  'checkout.test.authenticate': 'The bank asks for confirmation',
  'checkout.test.declined': 'Declined',
  'checkout.test.funds': 'Insufficient funds',
  'checkout.test.expired': 'Expired',
  'checkout.totalChanged': 'The total has changed. Look at it before you pay.',
  'checkout.cardError.declined': 'Your card was declined. Try another card or pay cash at the salon.',
  'checkout.cardError.funds': 'There is not enough money on the card.',
  'checkout.cardError.expired': 'The card has expired.',
  'checkout.cardError.cvc': 'The security code (CVC) is not correct.',
  'checkout.cardError.number': 'The card number is not correct.',
  'checkout.cardError.notTest': 'Only the test cards are accepted here.',
  'checkout.cardError.bank': 'Your bank did not confirm the payment.',
  'checkout.cardError.other': 'Try again or pay cash at the salon.',
  'checkout.cardError.lost': 'No answer came, and so far nothing has been paid. Try again: you never pay twice.',
  'checkout.cardError.left': 'The payment was not made and your card was not charged. You can try again.',
  'checkout.pausedFor.one': 'You can try a card again in {count} minute.',
  'checkout.pausedFor.other': 'You can try a card again in {count} minutes.',
  'toast.pay.failed': 'Payment Failed',
  'toast.pay.unknown': 'It is not known yet whether the payment went through. We keep checking and will tell you here.',
  'toast.pay.signedOut':
    'Your session has ended. Sign in again: if the payment went through, the order is on your profile.',
  'toast.pay.notCharged': 'Nothing was charged to your card. Sign in to go on with the payment.',
  'toast.pay.success.title': 'Payment Successful',
  'toast.pay.success.text': 'Thank you for your purchase!',
  'toast.payWindow.title': 'Payment Error',
  'toast.payWindow.text': 'Failed to open payment page. Please try again.',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.payments.tooSmall': 'The total is too small for a card. Choose to pay cash.',
  'problem.payments.tooLarge': 'The total is too large for a card. Order it in parts.',
  'problem.payments.ratePaused':
    'Card payment is paused for a while, because the rate of the dollar is not up to date. You can still pay in cash at the salon.',
  'problem.payments.paused':
    'Cards were declined several times in a row, so card payment is paused for a while. You can still pay in cash at the salon.',
  'problem.payments.crowded':
    'Very many card payments were begun on this network, so card payment is paused here for a while. You can still pay in cash at the salon.',
  'problem.payments.away': 'The card service does not answer. Try again in a moment or pay at the salon.',
  'problem.payments.noCards': 'Cards are not accepted here. You can pay cash at the salon.',
  'problem.payments.underWay': 'Your bank is carrying out the payment. Wait a moment.',
  'problem.payments.alreadyPaid': "This cart has been paid already. You'll find the order on your profile.",
  'problem.payments.notPaid': 'This payment has not been made yet.',
  'problem.payments.notAsAsked':
    'The payment does not match the amount due, so nothing was ordered. We will look into it.',
  'problem.payments.notFound': 'This payment was not found.',
  'problem.refunds.redeemed': 'This voucher was used, so it is refunded through a claim only.',
  'problem.vouchers.cancelOver':
    'Vouchers paid by card can be canceled within 14 days of the purchase. Unused ones are refunded after their last day.',
  'problem.payments.notRefundable': 'This cannot be refunded: it was refunded already, or was never paid.',
  'problem.payments.forged': 'The signature is not that of the card service.',
  'field.paymentIntentId': 'payment',
};
