/** What stands in the head of a mail is one line each, and goes to one address. */
import { MailFailed, type Message } from './mail.ts';

/** Narrower than the law, and as wide as what the calls take: no quotation, no lists, no names beside it. */
const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]+@[^\s\p{C}@<>,;:"'()[\]\\]+$/u;

const ID = /^[\w.-]{1,100}$/;

export function addressed(message: Message): Message {
  if (!ADDRESS.test(message.to) || !ID.test(message.id)) throw new MailFailed('it has no plain address');
  return { ...message, subject: message.subject.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim() };
}
