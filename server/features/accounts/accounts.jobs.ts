/** Emails about accounts that jobs send: mailed links and sign-ins with new devices. */
import { z } from 'zod';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { linkEmail, signInEmail } from '#server/email/account-emails.ts';
import { isWithinLimit, mailboxKeyOf } from '#server/features/users/mailbox.ts';
import { findReader, findUnconfirmedEmail } from '#server/features/users/users.store.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { isClosedDemoAccount } from './accounts.rules.ts';
import { findDevice } from './devices.store.ts';
import { makeLink } from './mailed-links.store.ts';

const payload = z.object({ userId: z.uuid() });

/** Added for unknown accounts too, so that the response time does not reveal them. */
export const accountsMailReset = job({
  name: 'accounts-mail-reset',
  queue: MAILS,
  payload,
  run: async (deps: Deps, { userId }) => {
    const person = await findReader(deps.db, userId);
    if (!person || isClosedDemoAccount(person.email, deps.config)) return;
    const link = { userId, person, purpose: 'reset' } as const;
    await ((await isConfirmed(deps, userId)) ? sendLink(deps, link) : sendOneOfFew(deps, link));
  },
});

/** Nothing is sent if the address was verified meanwhile. */
export const accountsMailVerification = job({
  name: 'accounts-mail-verification',
  queue: MAILS,
  payload,
  run: async (deps: Deps, { userId }) => {
    const person = await findReader(deps.db, userId);
    const isAsked = !(await isConfirmed(deps, userId));
    if (person && isAsked) await sendOneOfFew(deps, { userId, person, purpose: 'verify' });
  },
});

interface ToSend {
  userId: string;
  person: { email: string; language: Language };
  purpose: 'reset' | 'verify';
}

const isConfirmed = async ({ db }: Deps, userId: string) => (await findUnconfirmedEmail(db, userId)) === null;

async function sendOneOfFew(deps: Deps, link: ToSend): Promise<void> {
  const { limiter } = deps;
  const key = mailboxKeyOf(deps, link.person.email);
  if (!(await isWithinLimit(() => limiter.attempt('linkMails', key)))) return;
  try {
    await sendLink(deps, link);
  } catch (error) {
    await limiter.takeBackAttempt('linkMails', key);
    throw error;
  }
}

/** Creates the link when it is sent, so that its lifetime starts then and no job holds it; each retry creates another. */
async function sendLink(
  { db, mail, config: { publicUrl: origin, operator } }: Deps,
  { userId, person, purpose }: ToSend,
): Promise<void> {
  const { email, language } = person;
  const { id, token } = await makeLink(db, { userId, purpose, email });
  await mail.send({
    id: `${purpose}.${id}`,
    to: email,
    ...linkEmail({ purpose, token, language, email }, { origin, operator }),
  });
}

export const accountsTellSignIn = job({
  name: 'accounts-tell-sign-in',
  queue: MAILS,
  payload: z.object({ deviceId: z.uuid() }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { deviceId }) => {
    const device = await findDevice(db, deviceId);
    if (!device) return;
    await mail.send({ id: `sign-in.${deviceId}`, to: device.email, ...signInEmail(device, { origin, operator }) });
  },
});
