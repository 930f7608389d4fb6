import { z } from 'zod';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { findReader, findUnconfirmedEmail } from '#server/features/people/people.store.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { linkMail } from './accounts.emails.ts';
import { isShut } from './accounts.rules.ts';
import { makeLink } from './mailed-links.store.ts';

const payload = z.object({ userId: z.uuid() });

/** Also of whom there is none: whoever asks waits for no answer to that. */
export const accountsMailReset = job({
  name: 'accounts-mail-reset',
  queue: MAILS,
  payload,
  run: async (deps: Deps, { userId }) => {
    const person = await findReader(deps.db, userId);
    if (person && !isShut(person.email, deps.config)) await sendLink(deps, { userId, person, purpose: 'reset' });
  },
});

/** Of an address that was confirmed before it could be sent there is nothing to ask. */
export const accountsMailVerification = job({
  name: 'accounts-mail-verification',
  queue: MAILS,
  payload,
  run: async (deps: Deps, { userId }) => {
    const person = await findReader(deps.db, userId);
    const isAsked = (await findUnconfirmedEmail(deps.db, userId)) !== null;
    if (person && isAsked) await sendLink(deps, { userId, person, purpose: 'verify' });
  },
});

/** The link is made now, so that it lasts from when it is sent and stands nowhere before; where sending fails, the next try makes another. */
async function sendLink(
  { db, mail, config: { publicUrl: origin, operator } }: Deps,
  {
    userId,
    person,
    purpose,
  }: { userId: string; person: { email: string; language: Language }; purpose: 'reset' | 'verify' },
): Promise<void> {
  const { email, language } = person;
  const { id, token } = await makeLink(db, { userId, purpose, email });
  await mail.send({
    id: `${purpose}.${id}`,
    to: email,
    ...linkMail({ purpose, token, language, email }, { origin, operator }),
  });
}
