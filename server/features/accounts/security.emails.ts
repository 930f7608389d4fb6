/** What the owner of an account is written when somebody came in. */
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';
import { addressIn } from '#core/i18n/language.ts';
import { mailOf, type Said } from '#server/kit/letter.ts';
import { footOf } from '#server/kit/letter-parts.ts';

type Sender = { origin: string; operator: Operator | null };

export function signInMail(
  { name, firstAt, language }: { name: string; firstAt: Date; language: Language },
  { origin, operator }: Sender,
): Said {
  const { refusals: words } = allWords[language];
  return mailOf(words['mail.signIn.subject'], {
    language,
    title: words['mail.signIn.title'],
    lead: [words['mail.signIn.lead']],
    facts: [
      [words['mail.signIn.device'], name || words['mail.signIn.unknown']],
      [words['mail.signIn.at'], formatDateTime(firstAt.toISOString(), language)],
    ],
    notes: [words['mail.signIn.notYou']],
    button: { label: words['mail.signIn.look'], url: addressIn(language, `${origin}/settings`) },
    foot: footOf(operator, words['mail.whyAccount']),
  });
}
