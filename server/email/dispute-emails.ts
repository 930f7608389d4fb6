/** Email to an admin about a disputed card payment. */

import { orderNumberOf } from '#core/domain/orders.ts';
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { Payment } from '#server/features/payments/payments.store.ts';
import type { PaymentProvider, ProviderDispute } from '#server/gateways/payments/provider.ts';
import {
  type EmailTemplate,
  footerOf,
  formatCents,
  type RenderedEmail,
  renderEmail,
  translatorOf,
} from './email-template.ts';

const keys = {
  open: {
    subject: 'mail.dispute.open.subject',
    title: 'mail.dispute.open.title',
    lead: 'mail.dispute.open.lead',
  },
  lost: {
    subject: 'mail.dispute.lost.subject',
    title: 'mail.dispute.lost.title',
    lead: 'mail.dispute.lost.lead',
  },
  won: {
    subject: 'mail.dispute.won.subject',
    title: 'mail.dispute.won.title',
    lead: 'mail.dispute.won.lead',
  },
} as const;

interface Disputed {
  payment: Payment;
  state: ProviderDispute['state'];
  language: Language;
}

/** Contains the full payment id, for the provider's dashboard, and nothing of the buyer. */
export function disputeEmail(
  { payment, state, language }: Disputed,
  { operator, provider }: { operator: Operator | null; provider: Pick<PaymentProvider, 'pageOf'> | null },
): RenderedEmail {
  const t = translatorOf(language);
  const { refusals: words } = allWords[language];
  const {
    chargedAmount,
    chargedCurrency,
    providerPaymentId: intent,
    orderId,
    disputedAt,
    disputeStatus,
    items,
  } = payment;
  if (intent === null || orderId === null || disputedAt === null)
    throw new Error('what was not paid is not asked back');
  const amount = formatCents(chargedAmount, chargedCurrency, language);
  const page = provider?.pageOf(intent) ?? null;
  const said = keys[state];
  const isAlone = state !== 'won' || disputeStatus === 'won';
  const lead = words[isAlone ? said.lead : 'mail.dispute.won.notAlone'];
  const template: EmailTemplate = {
    language,
    title: words[said.title],
    // The id is too long for a table on a phone.
    lead: [...(payment.isLive ? [] : [t('checkout.test')]), lead, `${t('orders.paymentId')}: ${intent}`],
    facts: [
      [t('orders.orderId'), orderNumberOf({ id: orderId })],
      [words['mail.dispute.at'], formatDateTime(disputedAt.toISOString(), language)],
      [words['mail.dispute.salons'], [...new Set(items.map(({ businessName }) => businessName))].join(', ')],
    ],
    sums: [[words['mail.charged'], amount]],
    button: page === null ? null : { label: words['mail.dispute.look'], url: page },
    footer: footerOf(operator, words['mail.whyAdmin']),
  };
  return renderEmail(fill(words[said.subject], { amount }), template);
}
