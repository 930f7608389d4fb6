/** Emails to buyers: receipt and refund. */
import type { Order, OrderItem } from '#core/contract/orders.ts';
import { shortPaymentId } from '#core/domain/cards.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { bySalon } from '#core/domain/salons.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { NBSP } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';
import { addressIn } from '#core/i18n/language.ts';
import { formatRate } from '#core/i18n/rates.ts';
import { fill, type Key, type Translate } from '#core/i18n/t.ts';
import type { Charge, Ordered } from '#server/features/orders/orders.store.ts';
import {
  type EmailSender,
  type EmailTemplate,
  footerOf,
  formatCents,
  type Group,
  lek,
  type RenderedEmail,
  renderEmail,
  translatorOf,
} from './email-template.ts';
import { codesOf } from './voucher-codes.ts';

const keys = {
  card: { subject: 'mail.card.subject', title: 'mail.card.title', lead: 'mail.card.lead' },
  cash: { subject: 'mail.cash.subject', title: 'mail.cash.title', lead: 'mail.cash.lead' },
} as const;

/** An order with the addresses of its vouchers. */
export type OrderedWithUrls = Omit<Ordered, 'order'> & { order: Order };

export async function receiptEmail(
  { order, language, charge }: OrderedWithUrls,
  sender: EmailSender,
): Promise<RenderedEmail> {
  const t = translatorOf(language);
  const { refusals: words } = allWords[language];
  const { paymentMethod: method, stripePaymentIntentId: id, totalAmount } = order;
  const total = lek(totalAmount, language);
  const places = bySalon(order.items, ({ businessName, salon }) => ({ name: businessName, salon }));
  const said = keys[method];
  const dispute = order.charge?.dispute ?? null;
  // A disputed order cannot be redeemed.
  const isTicket = dispute === null || dispute === 'won';
  const template: EmailTemplate = {
    ...framed({ order, language }, sender),
    title: words[said.title],
    lead: [...(charge?.isTest ? [t('checkout.test')] : []), words[said.lead]],
    facts: [
      ...namesOf(order, t),
      [words['mail.date'], formatDateTime(order.createdAt, language)],
      [words['mail.method'], t(`orders.method.${method}`)],
      ...(isTicket ? [[words['mail.useBy'], formatDate(order.useBy, language)] as [string, string]] : []),
    ],
    codes: isTicket ? await codesOf(order, t) : [],
    groups: places.map(({ items }) => groupOf(items, places.length > 1, t)),
    sums: [[t('cart.total'), total], ...(charge ? chargeSums(charge, language) : [])],
    notes: [...(isTicket ? [t('orders.book')] : []), ...notesOf(order.paymentMethod, language)],
  };
  return renderEmail(fill(words[said.subject], { id, total }), template);
}

/** Total refunded so far. */
export function refundEmail(
  { order, language, charge }: OrderedWithUrls & { charge: Charge },
  sender: EmailSender,
): RenderedEmail {
  const t = translatorOf(language);
  const { refusals: words } = allWords[language];
  const refunded = formatCents(charge.refunded, charge.currency, language);
  const template: EmailTemplate = {
    ...framed({ order, language }, sender),
    title: words['mail.refund.title'],
    lead: [...(charge.isTest ? [t('checkout.test')] : []), words['mail.refund.lead']],
    facts: [...namesOf(order, t), [words['mail.date'], formatDateTime(order.createdAt, language)]],
    sums: [
      [words['mail.charged'], formatCents(charge.amount, charge.currency, language)],
      [words['mail.refunded'], refunded],
    ],
  };
  const subject = fill(words['mail.refund.subject'], { amount: refunded });
  return renderEmail(subject, template);
}

const framed = (
  { order, language }: Pick<OrderedWithUrls, 'order' | 'language'>,
  { origin, operator }: EmailSender,
) => ({
  language,
  button: { label: translatorOf(language)('orders.view'), url: addressOf(order.id, { language, origin }) },
  footer: footerOf(operator, allWords[language].refusals['mail.why']),
});

const addressOf = (orderId: string, { language, origin }: { language: Language; origin: string }): string =>
  addressIn(language, `${origin}/orders/${orderId}`);

/** Purchase ID of a cash order; order number and payment of a card order. */
function namesOf(order: Order, t: Translate): [string, string][] {
  const { paymentMethod, stripePaymentIntentId: id } = order;
  if (paymentMethod === 'cash') return [[t('orders.purchaseId'), id]];
  return [
    [t('orders.orderId'), orderNumberOf(order)],
    [t('orders.paymentId'), shortPaymentId(id)],
  ];
}

function chargeSums({ amount, currency, exchangeRate }: Charge, language: Language): [string, string][] {
  const { refusals: words } = allWords[language];
  return [
    [words['mail.charged'], formatCents(amount, currency, language)],
    [words['mail.rate'], `1${NBSP}${currency} = ${formatRate(exchangeRate, language)}`],
  ];
}

/** The receipt is no fiscal invoice. */
function notesOf(method: 'card' | 'cash', language: Language): string[] {
  const { refusals: words } = allWords[language];
  return method === 'card' ? [words['mail.notFiscal'], words['mail.askFiscal']] : [words['mail.askFiscal']];
}

function groupOf(items: readonly OrderItem[], withSum: boolean, t: Translate): Group {
  const [first] = items;
  if (!first) throw new Error('a salon of which nothing was ordered');
  const { city, address, phone } = first.salon;
  const sumOf = (some: readonly OrderItem[]) => lek(toLek(totalsOf(some).total), t.language);
  const lines = items.map((item): [string, string] => [
    `${item.quantity} × ${(t.language === 'en' && item.titleEn) || item.title}`,
    sumOf([item]),
  ]);
  return {
    name: first.businessName,
    // An address includes its city.
    about: [address || t(`city.${city}` as Key as 'city.tirana'), phone?.replaceAll(' ', NBSP)]
      .filter(Boolean)
      .join(', '),
    lines: withSum && items.length > 1 ? [...lines, [t('cart.line.total'), sumOf(items)]] : lines,
  };
}
