/** Emails about the permission to post deals. */
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { type EmailSender, footerOf, type RenderedEmail, renderEmail } from './email-template.ts';

export const dealerNews = ['approved', 'rejected', 'revoked'] as const;
export type DealerNews = (typeof dealerNews)[number];

/** @param email - `notes`: what the administrator wrote, the reason */
export function dealerEmail(
  { news, notes, language }: { news: DealerNews; notes: string | null; language: Language },
  { origin, operator }: EmailSender,
): RenderedEmail {
  const { refusals: words } = allWords[language];
  const subject = words[`mail.dealer.${news}`];
  return renderEmail(subject, {
    language,
    title: subject,
    lead: [words[`mail.dealer.${news}.lead`], ...(notes === null ? [] : [`${words['mail.dealer.notes']}: ${notes}`])],
    notes: news === 'approved' ? [] : [words['mail.dealer.mistake']],
    button: { label: words['mail.dealer.look'], url: addressIn(language, `${origin}/profile`) },
    footer: footerOf(operator, words['mail.whyAccount']),
  });
}
