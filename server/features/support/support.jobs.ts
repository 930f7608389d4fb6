import { z } from 'zod';
import { languages } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { cleanupJob, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { receivedMail } from './support.emails.ts';
import { findWriter, forgetMessages } from './support.store.ts';

/** Of whoever has no account only the page knew the language. */
export const supportReceived = job({
  name: 'support-received',
  queue: MAILS,
  payload: z.object({ messageId: z.uuid(), language: z.enum(languages) }),
  run: async ({ db, mail, config: { operator } }: Deps, { messageId, language }) => {
    const writer = await findWriter(db, messageId);
    if (!writer) return;
    const said = receivedMail(writer.language ?? language, operator);
    await mail.send({ id: `support.${messageId}`, to: writer.email, ...said });
  },
});

export const deleteExpiredSupport = cleanupJob({
  name: 'delete-expired-support',
  cron: '41 4 * * *',
  table: 'support_messages',
  rows: 'all, from when they were written',
  kept: '3 years',
  run: ({ db }: Deps, kept) => forgetMessages(db, kept),
});
