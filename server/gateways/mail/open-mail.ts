/** The configured mail transport, loaded on demand, with a metric of outcomes. */
import type { Db } from '#server/kit/db/db.ts';
import { tally } from '#server/kit/metrics/tally.ts';
import { type Mail, MailFailed, type Message } from './mail.ts';

type Choice = { kind: 'smtp'; url: string; from: string } | { kind: 'sandbox' } | null;

const countMail = tally({
  name: 'bukuri_mails_total',
  help: 'Mails: sent, failed for this time, or unsent because nobody carries them here.',
  labels: ['outcome'],
});

export async function openMail(choice: Choice, parts: { db: Db; replyTo: string | null }): Promise<Mail> {
  const carrier = await carrierOf(choice, parts);
  return {
    send: async (message) => {
      if (carrier === null) return countMail('unsent');
      try {
        await carrier.send(validated(message));
      } catch (error) {
        countMail('failed');
        throw error;
      }
      countMail('sent');
    },
  };
}

async function carrierOf(choice: Choice, { db, replyTo }: { db: Db; replyTo: string | null }): Promise<Mail | null> {
  if (choice === null) return null;
  if (choice.kind === 'sandbox') {
    const { createStoredMail } = await import('./sandbox/kept-mail.ts');
    return createStoredMail(db);
  }
  const { createSmtp } = await import('./smtp.ts');
  return createSmtp({ ...choice, replyTo });
}

/** Narrower than RFC 5321: no quoting, lists or display names. */
const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]+@[^\s\p{C}@<>,;:"'()[\]\\]+$/u;

const ID = /^[\w.-]{1,100}$/;

export function validated(message: Message): Message {
  if (!ADDRESS.test(message.to) || !ID.test(message.id)) throw new MailFailed('it has no plain address');
  return { ...message, subject: message.subject.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim() };
}
