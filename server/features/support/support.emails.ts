/** What whoever wrote to the shop is answered at once. It holds nothing of what was written, which may be for a stranger's eyes. */
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { type Letter, mailOf, type Said } from '#server/kit/letter.ts';
import { footOf } from '#server/kit/letter-parts.ts';

export function receivedMail(language: Language, operator: Operator | null): Said {
  const { refusals: words } = allWords[language];
  const letter: Letter = {
    language,
    title: words['mail.received.title'],
    lead: [words['mail.received.lead']],
    notes: [words['mail.received.notYou']],
    button: null,
    foot: footOf(operator, words['mail.received.why']),
  };
  return mailOf(words['mail.received.subject'], letter);
}
