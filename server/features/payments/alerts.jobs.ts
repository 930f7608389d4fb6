/** Alerts about payments that need a person: jobs that log or email them, and the email about a dispute. */
import { z } from 'zod';
import { orderNumberOf } from '#core/domain/orders.ts';
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { Deps } from '#server/deps.ts';
import {
  type EmailTemplate,
  footerOf,
  formatCents,
  type RenderedEmail,
  renderEmail,
  translatorOf,
} from '#server/email/email-template.ts';
import { findAdmin } from '#server/features/users/users.store.ts';
import type { PaymentProvider, ProviderDispute } from '#server/gateways/payments/provider.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { findPayment, type Payment } from './payments.store.ts';

const reviewTexts = {
  mismatch: 'a payment is not what was asked for and has no order: npm run payments',
  unmatched: 'a payment is for an attempt that is not here: npm run payments',
  refundFailed: 'a refund failed: npm run payments',
} as const;

/** Logs an error for the operator: the case needs a manual review. */
export const paymentsManualReview = job({
  name: 'payments-manual-review',
  payload: z.object({ about: z.string(), why: z.enum(['mismatch', 'unmatched', 'refundFailed']) }),
  run: async ({ log }: Deps, { about, why }) => log.error({ about }, reviewTexts[why]),
});

/** Logs an error: a dispute that is not answered within days is lost. */
export const paymentsDisputed = job({
  name: 'payments-disputed',
  payload: z.object({ paymentId: z.uuid() }),
  run: async ({ db, log }: Deps, { paymentId }) => {
    const payment = await findPayment(db, paymentId);
    if (payment?.disputeStatus !== 'open') return;
    const { providerPaymentId: intent, orderId, chargedAmount: cents } = payment;
    log.error({ intent, orderId, cents }, 'a payment is disputed: answer it at the provider');
  },
});

/** Emails one administrator the state of a dispute, unless it has changed since: then another email says so. */
export const paymentsMailDispute = job({
  name: 'payments-mail-dispute',
  queue: MAILS,
  payload: z.object({
    paymentId: z.uuid(),
    dispute: z.string(),
    state: z.enum(['open', 'won', 'lost']),
    adminId: z.uuid(),
  }),
  run: async ({ db, cards, mail, config: { operator } }: Deps, { paymentId, dispute, state, adminId }) => {
    const [payment, admin] = [await findPayment(db, paymentId), await findAdmin(db, adminId)];
    if (!admin || payment?.disputes[dispute] !== state) return;
    const provider = cards?.name === payment.provider && cards.isLive === payment.isLive ? cards : null;
    const said = disputeMail({ payment, state, language: admin.language }, { operator, provider });
    await mail.send({ id: `dispute.${dispute}.${state}.${adminId}`, to: admin.email, ...said });
  },
});

const emailTexts = {
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

/** Contains the full payment id, to find it at the provider, and nothing about the buyer. */
function disputeMail(
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
  if (intent === null || orderId === null || disputedAt === null) throw new Error('a dispute needs a paid payment');
  const amount = formatCents(chargedAmount, chargedCurrency, language);
  const page = provider?.pageOf(intent) ?? null;
  const said = emailTexts[state];
  const isFinal = state !== 'won' || disputeStatus === 'won';
  const lead = words[isFinal ? said.lead : 'mail.dispute.won.notAlone'];
  const letter: EmailTemplate = {
    language,
    title: words[said.title],
    // The whole id is too long for a table on a phone.
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
  return renderEmail(fill(words[said.subject], { amount }), letter);
}
