/** What the owner of an account is written when it was changed how one comes in. */

import { type Provider, providerNames } from '#core/domain/accounts.ts';
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { addressIn } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { mailOf, type Said } from '#server/kit/letter.ts';
import { footOf } from '#server/kit/letter-parts.ts';

/** What happened, how it is said, and what to do where it was somebody else: a new password takes away neither codes nor links. */
const sayings = {
  password: ['mail.change.password', 'mail.change.password.lead', 'mail.change.notYou.password'],
  codesOn: ['mail.change.codesOn', 'mail.change.codesOn.lead', 'mail.change.notYou.codes'],
  codesOff: ['mail.change.codesOff', 'mail.change.codesOff.lead', 'mail.change.notYou'],
  codesRenewed: ['mail.change.codesRenewed', 'mail.change.codesRenewed.lead', 'mail.change.notYou.codes'],
  recoveryCodeUsed: ['mail.change.recoveryCodeUsed', 'mail.change.recoveryCodeUsed.lead', 'mail.change.notYou'],
  linked: ['mail.change.linked', 'mail.change.linked.lead', 'mail.change.notYou.linked'],
  unlinked: ['mail.change.unlinked', 'mail.change.unlinked.lead', 'mail.change.notYou'],
} as const;
export type Change = keyof typeof sayings;
export const CHANGES = Object.keys(sayings) as Change[];

export function changeMail(
  { change, provider, language }: { change: Change; provider: Provider | null; language: Language },
  { origin, operator }: { origin: string; operator: Operator | null },
): Said {
  const { refusals: words } = allWords[language];
  const name = provider === null ? '' : providerNames[provider];
  const say = (key: (typeof sayings)[Change][number]) => fill(words[key], { name });
  const [subject, lead, notYou] = sayings[change];
  return mailOf(say(subject), {
    language,
    title: say(subject),
    lead: [say(lead)],
    notes: [say(notYou)],
    button: { label: words['mail.change.look'], url: addressIn(language, `${origin}/reset`) },
    foot: footOf(operator, words['mail.whyAccount']),
  });
}
