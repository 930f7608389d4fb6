/** The last mail: that an account is closed. */
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { type Letter, mailOf, type Said } from '#server/kit/letter.ts';
import { footOf } from '#server/kit/letter-parts.ts';

export function farewellMail(language: Language, operator: Operator | null): Said {
  const { refusals: words } = allWords[language];
  const letter: Letter = {
    language,
    title: words['mail.closed.title'],
    lead: [words['mail.closed.lead'], words['mail.closed.books']],
    notes: [words['mail.closed.notYou']],
    button: null,
    foot: footOf(operator, words['mail.closed.why']),
  };
  return mailOf(words['mail.closed.subject'], letter);
}
