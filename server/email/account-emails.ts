/** Emails about an account: mailed links, sign-ins, changes of its security, closure; and the confirmation of a message to support. */

import { type Provider, providerNames } from '#core/domain/accounts.ts';
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { addressIn } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { type EmailSender, footerOf, type RenderedEmail, renderEmail } from './email-template.ts';

const linkKeys = {
  reset: {
    subject: 'mail.reset.subject',
    title: 'mail.reset.title',
    lead: ['mail.reset.lead', 'mail.link.lasts'],
    notes: ['mail.reset.notYou'],
    button: 'mail.reset.button',
  },
  verify: {
    subject: 'mail.verify.subject',
    title: 'mail.verify.title',
    lead: ['mail.verify.lead', 'mail.verify.password', 'mail.link.lasts'],
    notes: ['mail.verify.notYou'],
    button: 'mail.verify.button',
  },
} as const;

export function linkEmail(
  link: { purpose: 'reset' | 'verify'; token: string; language: Language; email: string },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { purpose, token, language, email } = link;
  const { refusals: words } = allWords[language];
  const { subject, title, lead, notes, button } = linkKeys[purpose];
  return renderEmail(words[subject], {
    language,
    title: words[title],
    // A mailbox may have several addresses.
    lead: [...lead.map((line) => words[line]), `${words['mail.account']}: ${email}`],
    notes: notes.map((line) => words[line]),
    button: { label: words[button], url: addressIn(language, `${origin}/${purpose}?token=${token}`) },
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}

export function signInEmail(
  { name, firstAt, language }: { name: string; firstAt: Date; language: Language },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  return renderEmail(words['mail.signIn.subject'], {
    language,
    title: words['mail.signIn.title'],
    lead: [words['mail.signIn.lead']],
    facts: [
      [words['mail.signIn.device'], name || words['mail.signIn.unknown']],
      [words['mail.signIn.at'], formatDateTime(firstAt.toISOString(), language)],
    ],
    notes: [words['mail.signIn.notYou']],
    button: { label: words['mail.signIn.look'], url: addressIn(language, `${origin}/settings`) },
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}

/** Subject, text, and what to do if it was somebody else: a new password removes neither second factor nor linked identities. */
const changeKeys = {
  password: ['mail.change.password', 'mail.change.password.lead', 'mail.change.notYou.password'],
  bankAccount: ['mail.change.bank', 'mail.change.bank.lead', 'mail.change.notYou.bank'],
  codesOn: ['mail.change.codesOn', 'mail.change.codesOn.lead', 'mail.change.notYou.codes'],
  codesOff: ['mail.change.codesOff', 'mail.change.codesOff.lead', 'mail.change.notYou'],
  codesRenewed: ['mail.change.codesRenewed', 'mail.change.codesRenewed.lead', 'mail.change.notYou.codes'],
  recoveryCodeUsed: ['mail.change.recoveryCodeUsed', 'mail.change.recoveryCodeUsed.lead', 'mail.change.notYou'],
  linked: ['mail.change.linked', 'mail.change.linked.lead', 'mail.change.notYou.linked'],
  unlinked: ['mail.change.unlinked', 'mail.change.unlinked.lead', 'mail.change.notYou'],
} as const;
export type SecurityChange = keyof typeof changeKeys;
export const securityChanges = Object.keys(changeKeys) as SecurityChange[];

export function securityChangeEmail(
  { change, provider, language }: { change: SecurityChange; provider: Provider | null; language: Language },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  const name = provider === null ? '' : providerNames[provider];
  const [subject, lead, notYou] = changeKeys[change].map((key) => fill(words[key], { name })) as [
    string,
    string,
    string,
  ];
  return renderEmail(subject, {
    language,
    title: subject,
    lead: [lead],
    notes: [notYou],
    button: { label: words['mail.change.look'], url: addressIn(language, `${origin}/reset`) },
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}

export function accountClosedEmail(language: Language, operator: Operator | null): RenderedEmail {
  const { refusals: words } = allWords[language];
  return renderEmail(words['mail.closed.subject'], {
    language,
    title: words['mail.closed.title'],
    lead: [words['mail.closed.lead'], words['mail.closed.books']],
    notes: [words['mail.closed.notYou']],
    button: null,
    footer: footerOf(operator, words['mail.closed.why']),
  });
}

/** Repeats nothing of the message: the address may be a stranger's. */
/** An administrator's answer, with the question below it. */
export function messageAnsweredEmail(
  { reply, question, language }: { reply: string; question: string; language: Language },
  operator: Operator | null,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  const lines = (text: string) => text.split(/\n+/).filter(Boolean);
  return renderEmail(words['mail.answered.subject'], {
    language,
    title: words['mail.answered.title'],
    lead: lines(reply),
    notes: [words['mail.answered.question'], ...lines(question), words['mail.answered.again']],
    button: null,
    footer: footerOf(operator, words['mail.received.why']),
  });
}

/** An account was suspended, for a reason, or reinstated. */
export function accountStatusEmail(
  { reason, language }: { reason: string | null; language: Language },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  const news = reason === null ? 'reinstated' : 'suspended';
  return renderEmail(words[`mail.${news}.subject`], {
    language,
    title: words[`mail.${news}.subject`],
    lead: [words[`mail.${news}.lead`], ...(reason === null ? [] : [`${words['mail.suspended.reason']}: ${reason}`])],
    notes: reason === null ? [] : [words['mail.dealer.mistake']],
    button:
      reason === null ? { label: words['mail.dealer.look'], url: addressIn(language, `${origin}/profile`) } : null,
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}

export function messageReceivedEmail(language: Language, operator: Operator | null): RenderedEmail {
  const { refusals: words } = allWords[language];
  return renderEmail(words['mail.received.subject'], {
    language,
    title: words['mail.received.title'],
    lead: [words['mail.received.lead']],
    notes: [words['mail.received.notYou']],
    button: null,
    footer: footerOf(operator, words['mail.received.why']),
  });
}
