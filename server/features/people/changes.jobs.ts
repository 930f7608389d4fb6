import { z } from 'zod';
import { providers } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { CHANGES, changeMail } from './changes.emails.ts';
import { findReader } from './people.store.ts';

/** That it was changed how one comes in to an account. */
export const peopleTellChange = job({
  name: 'people-tell-change',
  queue: MAILS,
  payload: z.object({
    userId: z.uuid(),
    changeId: z.uuid(),
    change: z.enum(CHANGES),
    provider: z.enum(providers).nullable(),
  }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { userId, changeId, change, provider }) => {
    const reader = await findReader(db, userId);
    if (!reader) return;
    const said = changeMail({ change, provider, language: reader.language }, { origin, operator });
    await mail.send({ id: `change.${changeId}`, to: reader.email, ...said });
  },
});
