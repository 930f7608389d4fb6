import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { cleanupJob, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { farewellMail } from './privacy.emails.ts';
import { dropFarewell, findFarewell, forgetFarewells } from './privacy.store.ts';

/** The address goes as soon as the mail is taken. */
export const privacyFarewell = job({
  name: 'privacy-farewell',
  queue: MAILS,
  payload: z.object({ farewellId: z.uuid() }),
  run: async ({ db, mail, config: { operator } }: Deps, { farewellId }) => {
    const farewell = await findFarewell(db, farewellId);
    if (!farewell) return;
    await mail.send({
      id: `farewell.${farewellId}`,
      to: farewell.email,
      ...farewellMail(farewell.language, operator),
    });
    await dropFarewell(db, farewellId);
  },
});

/** As long as mails are tried for. */
export const deleteExpiredFarewells = cleanupJob({
  name: 'delete-expired-farewells',
  cron: '47 * * * *',
  table: 'farewells',
  rows: 'whose mail nobody took; others go with it',
  kept: '2 days',
  run: ({ db }: Deps, kept) => forgetFarewells(db, kept),
});
