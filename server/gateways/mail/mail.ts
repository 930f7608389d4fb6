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
  /** Address that ends emails of its kind by a POST (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mail {
  /** Resolves when the server accepted it, else throws `MailFailed`. Idempotent by id. Never call it within a transaction. */
  send(message: Message): Promise<void>;
}

/** The message is for the log and names no address. */
export class MailFailed extends Error {
  override name = 'MailFailed';
  /** Whether the server may have accepted it: the connection was lost before its answer. */
  readonly isUncertain: boolean;

  constructor(message: string, { isUncertain = false } = {}) {
    super(message);
    this.isUncertain = isUncertain;
  }
}
