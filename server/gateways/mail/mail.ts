/** Who carries mails, as features know it. */

export interface Message {
  /** The same each time it is sent, so that whoever gets it twice can tell: `receipt.<id>`. */
  id: string;
  /** One address. */
  to: string;
  subject: string;
  text: string;
  /** A whole document. */
  html: string;
}

export interface Mail {
  /** Ends when somebody took charge of it, else throws `MailFailed`. May be repeated. Never within a transaction. */
  send(message: Message): Promise<void>;
}

/** Nobody took it; the message is for operators and names no address. */
export class MailFailed extends Error {
  override name = 'MailFailed';
}
