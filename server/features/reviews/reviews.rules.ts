/** Which reviews wait for an administrator before they are published. */

/** Insults in Albanian and English, folded; whole words only. At most 40. */
const INSULTS = new Set(
  `budalla budallaqe budallenj idiot idiote idiota debil debile debila kurve kurva kurvat bushter pis pisa legen
   mut muti mutin qelbesire qelbesira rrugac rrugace hajdut hajdute hajduti mashtrues mashtruese maskara gomar gomarice
   stupid idiots moron bitch whore bastard asshole shit fuck fucking`.split(/\s+/),
);

const EMAIL = /[\p{L}\d._%+-]+\s?@\s?[\p{L}\d-]+/u;
const LINK = /\b(https?:\/\/|www\.)|\b[\p{L}\d-]{2,}\.(com|al|net|org|info|eu|me|it|io|co|shop|biz|app)\b/iu;
/** Not a phone number: a day, unless more digits follow. */
const DATE = /\b(0?[1-9]|[12]\d|3[01])[./-](0?[1-9]|1[0-2])[./-](20)?\d{2}\b(?![\s./-]{0,2}\d)/g;
/** Seven digits or more, however they are grouped. */
const PHONE = /\d(?:[\s()./-]{0,2}\d){6,}/;

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function needsApproval(...texts: (string | null | undefined)[]): boolean {
  const text = texts.filter(Boolean).join('\n');
  return (
    EMAIL.test(text) ||
    LINK.test(text) ||
    PHONE.test(text.replace(DATE, ' ')) ||
    (folded(text).match(/[\p{L}\d]+/gu) ?? []).some((word) => INSULTS.has(word))
  );
}
