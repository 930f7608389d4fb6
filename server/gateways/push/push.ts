/** Interface for sending push messages to browsers. */

/** What a browser tells about its subscription. */
export interface PushTarget {
  /** URL at the push service of the browser; a secret. */
  endpoint: string;
  /** Public key of the browser, base64url. */
  p256dh: string;
  /** Shared secret, base64url. */
  auth: string;
}

export interface PushOptions {
  /** How long the push service keeps it for a browser that is away. */
  ttlSeconds: number;
}

export interface Push {
  /** Key that browsers subscribe with, base64url. */
  readonly publicKey: string;
  /** Whether messages may be sent there: it belongs to a known push service, and its key is one. */
  accepts(to: PushTarget): boolean;
  /**
   * Sends `payload` as JSON, encrypted. `gone`: the subscription does not exist any more. Throws `PushFailed`. Never call it
   * within a transaction.
   */
  send(to: PushTarget, payload: object, options: PushOptions): Promise<'sent' | 'gone'>;
}

/** The message is for the log and names no endpoint. */
export class PushFailed extends Error {
  override name = 'PushFailed';
}
