/** Interface for sending emails. */

export interface Message {
  /** The same for each retry, such as `receipt.<id>`: becomes the message id. */
  id: string;
  /** One address. */
  to: string;
  subject: string;
  text: string;
  /** A complete document. */
  html: string;
}

export interface Mail {
  /** Resolves when the server accepted it, else throws `MailFailed`. Idempotent by id. Never call it within a transaction. */
  send(message: Message): Promise<void>;
}

/** The message is for the log and names no address. */
export class MailFailed extends Error {
  override name = 'MailFailed';
}
