/** Emails to dealers about their deals. */
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { type EmailSender, footerOf, type RenderedEmail, renderEmail } from './email-template.ts';

/** The deals could not be posted again. */
export function repostsStoppedEmail(
  { titles, language }: { titles: readonly string[]; language: Language },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  return renderEmail(words['mail.repost'], {
    language,
    title: words['mail.repost'],
    lead: [words['mail.repost.lead']],
    facts: titles.map((title) => [words['mail.repost.deal'], title] as const),
    button: { label: words['mail.dealer.look'], url: addressIn(language, `${origin}/profile`) },
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}

export const moderationNews = ['hidden', 'shown', 'deleted'] as const;

/** An administrator hid, showed or deleted a deal. */
export function moderationEmail(
  {
    news,
    title,
    reason,
    language,
  }: { news: (typeof moderationNews)[number]; title: string; reason: string | null; language: Language },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  const subject = words[`mail.moderation.${news}`];
  return renderEmail(subject, {
    language,
    title: subject,
    lead: [words[`mail.moderation.${news}.lead`]],
    facts: [
      [words['mail.repost.deal'], title] as const,
      ...(reason === null ? [] : [[words['mail.moderation.reason'], reason] as const]),
    ],
    notes: news === 'shown' ? [] : [words['mail.dealer.mistake']],
    button: { label: words['mail.dealer.look'], url: addressIn(language, `${origin}/profile`) },
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}
