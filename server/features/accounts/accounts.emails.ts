/** What somebody is written about how they come in. */
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { addressIn } from '#core/i18n/language.ts';
import { type Letter, mailOf, type Said } from '#server/kit/letter.ts';
import { footOf } from '#server/kit/letter-parts.ts';

/** Of the shop that writes. */
interface Sender {
  origin: string;
  operator: Operator | null;
}

const sayings = {
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

export function linkMail(
  link: { purpose: 'reset' | 'verify'; token: string; language: Language; email: string },
  { origin, operator }: Sender,
): Said {
  const { purpose, token, language, email } = link;
  const { refusals: words } = allWords[language];
  const { subject, title, lead, notes, button } = sayings[purpose];
  const letter: Letter = {
    language,
    title: words[title],
    lead: [...lead.map((line) => words[line]), accountOf(email, language)],
    notes: notes.map((line) => words[line]),
    button: { label: words[button], url: addressIn(language, `${origin}/${purpose}?token=${token}`) },
    foot: footOf(operator, words['mail.whyAccount']),
  };
  return mailOf(words[subject], letter);
}

/** A mailbox may have several names. */
const accountOf = (email: string, language: Language) => `${allWords[language].refusals['mail.account']}: ${email}`;
