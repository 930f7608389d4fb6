/** What a notification says, in the inbox, by push and by email. */
import type { NotificationData, NotificationKind } from '#core/domain/notifications.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDate, formatDateTime, formatEnd } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { EmailTemplate } from '#server/email/email-template.ts';

export interface NotificationText {
  title: string;
  text: string;
  /** Where it leads, without the language. */
  path: string;
  /** What an email says in place of the text. */
  email?: Pick<EmailTemplate, 'lead' | 'facts'>;
}

type Texts = (typeof allWords)[Language]['refusals'];
type Say<Kind extends NotificationKind> = (
  data: NotificationData[Kind],
  words: Texts,
  language: Language,
) => NotificationText;

const titleOf = ({ title, titleEn }: { title: string; titleEn: string | null }, language: Language) =>
  (language === 'en' && titleEn) || title;

const membership =
  (notice: 'ending' | 'pastDue' | 'ended' | 'receipt') =>
  ({ date, amount, isRenewing }: NotificationData['membershipEnding'], words: Texts, language: Language) => {
    const name = notice === 'ending' && isRenewing ? 'renewing' : notice;
    const values = { date: formatDate(date, language), amount: formatLek(amount, language) };
    return {
      title: fill(words[`mail.membership.${name}.title`], values),
      text: fill(words[`mail.membership.${name}.lead`], values),
      path: '/profile#membership',
    };
  };

const units =
  (kind: 'unitCanceled' | 'unitRefunded') =>
  ({ quantity, ...first }: NotificationData['unitCanceled'], words: Texts, language: Language) => ({
    title: words[`notify.${kind}`],
    text: fill(words[`notify.${kind}.text`], { quantity, title: titleOf(first, language) }),
    path: '/desk?tab=sales',
  });

const refund =
  (kind: 'refundStarted' | 'refundDone' | 'refundFailed') =>
  ({ orderId, title, titleEn, quantity }: NotificationData['refundDone'], words: Texts, language: Language) => {
    const text = words[`notify.${kind}.text`];
    return {
      title: words[`notify.${kind}`],
      // Of sums without units there is no title.
      text: title === null ? text : `${quantity} × ${titleOf({ title, titleEn }, language)}. ${text}`,
      path: `/orders/${orderId}`,
    };
  };

const claim =
  (kind: 'claimOpened' | 'claimAnswered') =>
  ({ orderId, ...its }: NotificationData['claimOpened'], words: Texts, language: Language) => ({
    title: words[`notify.${kind}`],
    text: fill(words[`notify.${kind}.text`], { title: titleOf(its, language) }),
    path: kind === 'claimOpened' ? '/desk?tab=sales&part=claims' : `/orders/${orderId}`,
  });

const texts: { [Kind in NotificationKind]: Say<Kind> } = {
  newDeals: ({ count, deals }, words, language) => {
    const [first] = deals;
    const values = { title: first ? titleOf(first, language) : '', salon: first?.salon ?? '' };
    return {
      title: fill(words[`notify.newDeals.${count === 1 ? 'one' : 'other'}`], { count }),
      text: fill(words[count === 1 ? 'notify.newDeals.text' : 'notify.newDeals.more'], values),
      path: count === 1 && first ? `/deal/${first.dealId}` : '/?sort=newest',
      ...(count > 1 && {
        email: {
          lead: count > deals.length ? [words['notify.newDeals.some']] : [],
          facts: deals.map((deal) => [titleOf(deal, language), deal.salon] as const),
        },
      }),
    };
  },
  dealEnding: (deal, words, language) => ({
    title: words['notify.dealEnding'],
    text: fill(words['notify.dealEnding.text'], {
      title: titleOf(deal, language),
      end: formatEnd(deal.expiresAt, language),
    }),
    path: `/deal/${deal.dealId}`,
  }),
  priceDrop: (deal, words, language) => ({
    title: words['notify.priceDrop'],
    text: fill(words['notify.priceDrop.text'], {
      title: titleOf(deal, language),
      price: formatLek(deal.price, language),
      before: formatLek(deal.before, language),
    }),
    path: `/deal/${deal.dealId}`,
  }),
  membershipEnding: membership('ending'),
  membershipPastDue: membership('pastDue'),
  membershipEnded: membership('ended'),
  membershipReceipt: membership('receipt'),
  requestApproved: (_, words) => ({
    title: words['mail.dealer.approved'],
    text: words['notify.requestApproved.text'],
    path: '/profile#first-steps',
  }),
  requestRejected: ({ notes }, words) => ({
    title: words['mail.dealer.rejected'],
    text:
      notes === null ? words['notify.requestRejected.text'] : fill(words['notify.requestRejected.notes'], { notes }),
    path: '/profile',
  }),
  requestRevoked: (_, words) => ({
    title: words['mail.dealer.revoked'],
    text: words['notify.requestRevoked.text'],
    path: '/profile',
  }),
  orderPlaced: ({ orderId, paymentMethod }, words) => ({
    title: words['notify.orderPlaced'],
    text: words[`notify.orderPlaced.${paymentMethod}`],
    path: `/orders/${orderId}`,
  }),
  orderReceived: ({ quantity, amount, lines, ...first }, words, language) => ({
    title: words['notify.orderReceived'],
    text: fill(words[lines === 1 ? 'notify.orderReceived.text' : 'notify.orderReceived.more'], {
      quantity,
      title: titleOf(first, language),
      amount: formatLek(amount, language),
    }),
    path: '/desk?tab=sales',
  }),
  unitCanceled: units('unitCanceled'),
  unitRefunded: units('unitRefunded'),
  refundStarted: refund('refundStarted'),
  refundDone: refund('refundDone'),
  refundFailed: refund('refundFailed'),
  unitDeclined: ({ orderId, salon, isPaid, reason, ...its }, words, language) => ({
    title: fill(words['notify.unitDeclined'], { salon }),
    text: fill(words[isPaid ? 'notify.unitDeclined.paid' : 'notify.unitDeclined.text'], {
      title: titleOf(its, language),
      reason,
    }),
    path: `/orders/${orderId}`,
  }),
  claimOpened: claim('claimOpened'),
  claimAnswered: claim('claimAnswered'),
  claimDecided: ({ orderId, decision, reason, isBuyer, ...its }, words, language) => ({
    title: words[`notify.claimDecided.${decision}`],
    text: fill(words['notify.claimDecided.text'], { title: titleOf(its, language), reason }),
    path: isBuyer ? `/orders/${orderId}` : '/desk?tab=sales&part=claims',
  }),
  voucherReminder: ({ orderId, days, useBy, title, titleEn }, words, language) => ({
    title: words[days === 1 ? 'notify.voucherReminder.tomorrow' : 'notify.voucherReminder.soon'],
    text: fill(words['notify.voucherReminder.text'], {
      title: titleOf({ title: title ?? '', titleEn }, language),
      date: formatDate(useBy, language),
    }),
    path: `/orders/${orderId}`,
  }),
  dealHidden: ({ reason, ...deal }, words, language) => ({
    title: fill(words['notify.dealHidden'], { title: titleOf(deal, language) }),
    text: reason,
    path: `/profile#deal-${deal.dealId}`,
  }),
  dealReviewed: ({ isShown, reason, ...deal }, words, language) => ({
    title: fill(words[isShown ? 'notify.dealReviewed.shown' : 'notify.dealReviewed.hidden'], {
      title: titleOf(deal, language),
    }),
    text: reason ?? words['notify.dealReviewed.text'],
    path: `/profile#deal-${deal.dealId}`,
  }),
  voucherRedeemed: ({ orderId, salon, redeemedAt, ...its }, words, language) => ({
    title: words['notify.voucherRedeemed'],
    text: fill(words['notify.voucherRedeemed.text'], {
      title: titleOf(its, language),
      salon,
      time: formatDateTime(redeemedAt, language),
    }),
    path: `/orders/${orderId}`,
  }),
  reviewAsked: ({ orderId, salon, ...its }, words, language) => ({
    title: fill(words['notify.reviewAsked'], { salon }),
    text: fill(words['notify.reviewAsked.text'], { title: titleOf(its, language) }),
    path: `/orders/${orderId}#reviews`,
  }),
  reviewReceived: ({ stars, ...its }, words, language) => ({
    title: fill(words[`notify.reviewReceived.${stars === 1 ? 'one' : 'other'}`], { count: stars }),
    text: fill(words['notify.reviewReceived.text'], { title: titleOf(its, language) }),
    path: '/desk?tab=sales&part=reviews',
  }),
  reviewReplied: ({ orderId, salon, ...its }, words, language) => ({
    title: fill(words['notify.reviewReplied'], { salon }),
    text: fill(words['notify.reviewReplied.text'], { title: titleOf(its, language) }),
    path: `/orders/${orderId}#reviews`,
  }),
  reviewDecided: ({ orderId, decision, reason, isAuthor, ...its }, words, language) => ({
    title: words[`notify.reviewDecided.${decision}`],
    text: fill(words['notify.reviewDecided.text'], { title: titleOf(its, language), reason }),
    path: isAuthor ? `/orders/${orderId}#reviews` : '/desk?tab=sales&part=reviews',
  }),
  supportReplied: ({ reply, messageId }, words) => ({
    title: words['notify.supportReplied'],
    text: reply,
    path: `/profile#message-${messageId}`,
  }),
  appUpdate: ({ title, titleEn, text, textEn }, _, language) => ({
    ...(language === 'en' ? { title: titleEn, text: textEn } : { title, text }),
    path: '/',
  }),
};

/** @param its - as stored: `data` has the shape of its `kind` */
export function notificationText(its: { kind: NotificationKind; data: unknown }, language: Language): NotificationText {
  const say = texts[its.kind] as Say<NotificationKind>;
  return say(its.data as NotificationData[NotificationKind], allWords[language].refusals, language);
}

/** What is in an order, a request or an answer, is not for lock screens. */
const PRIVATE: ReadonlySet<NotificationKind> = new Set([
  'orderPlaced',
  'requestRejected',
  'supportReplied',
  'dealHidden',
  'dealReviewed',
  'reviewDecided',
]);

export function pushText(its: { kind: NotificationKind; data: unknown }, language: Language): NotificationText {
  const said = notificationText(its, language);
  return PRIVATE.has(its.kind) ? { ...said, text: allWords[language].refusals['notify.push.private'] } : said;
}
