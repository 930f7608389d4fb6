/** The last mail: that an account is closed. */
import type { Operator } from '#core/domain/operator.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Message } from '#server/gateways/mail/mail.ts';
import { type Letter, letterHtml, letterText } from '#server/kit/letter.ts';
import { footOf } from '#server/kit/letter-parts.ts';

export function farewellMail(
  language: Language,
  operator: Operator | null,
): Pick<Message, 'subject' | 'text' | 'html'> {
  const { refusals: words } = allWords[language];
  const letter: Letter = {
    language,
    title: words['mail.closed.title'],
    lead: [words['mail.closed.lead'], words['mail.closed.books']],
    notes: [words['mail.closed.notYou']],
    button: null,
    foot: footOf(operator, words['mail.closed.why']),
  };
  return { subject: words['mail.closed.subject'], text: letterText(letter), html: letterHtml(letter) };
}
