/** Chooses who carries mails, and counts what becomes of them. What is not chosen is not loaded. */
import type { Db } from '#server/kit/db/db.ts';
import { tally } from '#server/kit/metrics/tally.ts';
import { addressed } from './addressed.ts';
import type { Mail } from './mail.ts';

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
        await carrier.send(addressed(message));
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
    const { createKeptMail } = await import('./sandbox/kept-mail.ts');
    return createKeptMail(db);
  }
  const { createSmtp } = await import('./smtp.ts');
  return createSmtp({ ...choice, replyTo });
}
