/** Email to a dealer whose deals could not be posted again. */
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { type EmailSender, footerOf, type RenderedEmail, renderEmail } from './email-template.ts';

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
