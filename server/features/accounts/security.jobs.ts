import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { findDevice } from './devices.store.ts';
import { signInMail } from './security.emails.ts';

/** That somebody signed in with a browser that the account did not know. */
export const accountsTellSignIn = job({
  name: 'accounts-tell-sign-in',
  queue: MAILS,
  payload: z.object({ deviceId: z.uuid() }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { deviceId }) => {
    const device = await findDevice(db, deviceId);
    if (!device) return;
    await mail.send({ id: `sign-in.${deviceId}`, to: device.email, ...signInMail(device, { origin, operator }) });
  },
});
