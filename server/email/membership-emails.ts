/** Emails to dealers about their membership: receipt, coming end, failed renewal, end. */
import { type PlanId, plans, postingEnd } from '#core/domain/memberships.ts';
import { toLek } from '#core/domain/money.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { type EmailSender, footerOf, lek, type RenderedEmail, renderEmail } from './email-template.ts';

interface About {
  kind: 'ending' | 'pastDue' | 'ended' | 'receipt';
  membership: {
    plan: PlanId;
    status: 'active' | 'canceling' | 'past_due' | 'expired' | 'canceled';
    currentPeriodEnd: Date;
  };
  isByCard: boolean;
  /** Of a receipt. Qindarka. */
  period: {
    plan: PlanId;
    startsAt: Date;
    endsAt: Date;
    amount: number;
    method: 'card' | 'bank' | 'cash' | 'gift';
    reference: string | null;
    providerInvoiceId: string | null;
    receivedAt: Date;
  } | null;
  language: Language;
}

export function membershipEmail(about: About, { origin, operator }: EmailSender): RenderedEmail {
  const { refusals: words } = allWords[about.language];
  const isReminder = about.kind === 'ending' || about.kind === 'ended';
  const { kind } = about;
  const said = kind === 'receipt' ? receiptOf(about) : noticeOf({ ...about, kind });
  return renderEmail(said.title, {
    ...said,
    language: about.language,
    button: { label: words['mail.membership.open'], url: addressIn(about.language, `${origin}/profile`) },
    footer: [
      ...footerOf(operator, words['mail.membership.why']),
      ...(isReminder ? [words['mail.membership.off']] : []),
    ],
  });
}

function receiptOf({ period, language }: About) {
  if (!period) throw new Error('a receipt needs a period');
  const { words, refusals } = allWords[language];
  const day = (at: Date) => formatDate(at.getTime(), language);
  const reference = period.reference ?? period.providerInvoiceId;
  return {
    title: refusals['mail.membership.receipt.title'],
    lead: [fill(refusals['mail.membership.receipt.lead'], { date: day(period.endsAt) })],
    facts: [
      [refusals['mail.membership.plan'], words[`plan.${period.plan}`]],
      [refusals['mail.membership.period'], `${day(period.startsAt)} – ${day(period.endsAt)}`],
      [refusals['mail.method'], refusals[`mail.membership.method.${period.method}`]],
      ...(reference === null ? [] : [[refusals['mail.membership.reference'], reference] as const]),
      [refusals['mail.date'], day(period.receivedAt)],
    ] satisfies (readonly [string, string])[],
    sums: [[refusals['mail.membership.paid'], lek(toLek(period.amount), language)] as const],
    notes: [refusals['mail.notFiscal']],
  };
}

function noticeOf({ kind, membership, isByCard, language }: About & { kind: Exclude<About['kind'], 'receipt'> }) {
  const { words, refusals } = allWords[language];
  const isRenewing = kind === 'ending' && isByCard && membership.status === 'active';
  const notice = isRenewing ? 'renewing' : kind;
  const end = kind === 'pastDue' ? postingEnd(membership) : membership.currentPeriodEnd;
  const values = {
    date: formatDate(end.getTime(), language),
    amount: lek(plans[membership.plan].price, language),
  };
  return {
    title: fill(refusals[`mail.membership.${notice}.title`], values),
    lead: [fill(refusals[`mail.membership.${notice}.lead`], values)],
    facts: [[refusals['mail.membership.plan'], words[`plan.${membership.plan}`]] as const],
  };
}
