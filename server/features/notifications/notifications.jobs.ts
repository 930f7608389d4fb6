/**
 * Delivers notifications by email and push. Each is claimed before it is sent, so that a crash in between loses it but never
 * sends it twice; where the sending has certainly failed, the claim is given back for the next attempt. What is always
 * emailed, receipts and failed renewals, is not lost: its claim ends after a while, and it may be sent twice.
 */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { partsInTirane } from '#core/domain/calendar-day.ts';
import {
  minutesUntilPush,
  type NotificationData,
  type NotificationKind,
  notificationKinds,
} from '#core/domain/notifications.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { Deps } from '#server/deps.ts';
import { footerOf, type RenderedEmail, renderEmail } from '#server/email/email-template.ts';
import { findMembershipEmail } from '#server/features/memberships/memberships.notifications.ts';
import { pushToUser } from '#server/features/push/push.service.ts';
import { MailFailed } from '#server/gateways/mail/mail.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue, type Job, job } from '#server/kit/jobs/job.ts';
import { countUnread, facts } from './notifications.store.ts';
import { deliveryJobs, isEmailWanted, kindsWith } from './notify.ts';
import { notificationText, pushText } from './texts.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

interface Claimed {
  id: string;
  userId: string;
  kind: NotificationKind;
  data: unknown;
  isRead: boolean;
  email: string;
  language: Language;
  /** Asked again, because they may have chosen otherwise meanwhile. */
  isEmailWanted: boolean;
}

const payload = z.object({ id: z.uuid() });

export const notificationsEmail = job({
  ...deliveryJobs.email,
  payload,
  run: async (deps: Deps, { id }) => {
    const { db, mail } = deps;
    const claimed = await claimEmail(db, id);
    if (claimed === null) return;
    try {
      const email = await emailOf(deps, claimed);
      // What is always emailed cannot be switched off.
      const isOptional = notificationKinds[claimed.kind] !== 'always';
      const url = isOptional && { unsubscribeUrl: unsubscribeUrl(deps, claimed.userId) };
      if (email) await mail.send({ id: `notification.${id}`, to: claimed.email, ...email, ...url });
      await db.execute(sql`update notifications set emailed_at = now() where id = ${id} and emailed_at is null`);
    } catch (error) {
      if (!(error instanceof MailFailed && error.isUncertain)) await release(db, id);
      throw error;
    }
  },
});

/** Longer than a worker takes to send one. */
const LEASE = sql`interval '15 minutes'`;

/** Throws where another worker is sending what is always emailed, or has stopped doing so: it is tried again. */
async function claimEmail(db: Db, id: string): Promise<Claimed | null> {
  const isAlways = sql`n.kind = any(${kindsWith('always')})`;
  const claimed = await claim(db, id, {
    set: sql`email_claimed_at = now(), emailed_at = case when not ${isAlways} then now() end`,
    isFree: sql`n.emailed_at is null and coalesce(n.email_claimed_at < now() - ${LEASE}, true)`,
  });
  if (claimed) return claimed;
  const { rows } = await db.execute(sql`select from notifications n join users u on u.id = n.user_id and u.is_active
    where n.id = ${id} and n.emailed_at is null`);
  if (rows.length > 0) throw new Error('the email is being sent, or was when its worker stopped');
  return null;
}

async function claim(db: Db, id: string, { set, isFree }: { set: SQL; isFree: SQL }): Promise<Claimed | null> {
  const { rows } = await db.execute<Claimed & Record<string, unknown>>(sql`
    update notifications n set ${set}
    from users u left join user_settings s on s.user_id = u.id
    where n.id = ${id} and ${isFree} and u.id = n.user_id and u.is_active
    returning n.id, n.user_id as "userId", n.kind, ${facts} as data, n.read_at is not null as "isRead", u.email, u.language,
      ${isEmailWanted} as "isEmailWanted"`);
  return rows[0] ?? null;
}

async function release(db: Db, id: string): Promise<void> {
  await db.execute(sql`update notifications set emailed_at = null, email_claimed_at = null where id = ${id}`);
}

/** Null where it is not wanted, or no longer true. */
async function emailOf(deps: Deps, claimed: Claimed): Promise<RenderedEmail | null> {
  if (!claimed.isEmailWanted || isOutdated(claimed, deps.clock.now())) return null;
  const { publicUrl: origin, operator } = deps.config;
  const { kind, data, language, userId } = claimed;
  if (kind.startsWith('membership')) return findMembershipEmail(deps, { kind, data, language });
  const { title, text, path, email } = notificationText(claimed, language);
  const { refusals: words } = allWords[language];
  return renderEmail(title, {
    language,
    title,
    lead: [text],
    ...email,
    button: { label: words['notify.open'], url: addressIn(language, origin + path) },
    footer: [
      ...footerOf(operator, words['notify.why']),
      fill(words['notify.off'], { url: addressIn(language, unsubscribeUrl(deps, userId)) }),
    ],
  });
}

function isOutdated({ kind, data }: Claimed, now: number): boolean {
  return kind === 'dealEnding' && Date.parse((data as NotificationData['dealEnding']).expiresAt) <= now;
}

/**
 * Waits for the end of the quiet hours. What was read meanwhile is not pushed any more. The claim is never given back: a push
 * message that failed is not repeated, the inbox has it.
 */
export const notificationsPush: Job<Deps, z.infer<typeof payload>> = job({
  ...deliveryJobs.push,
  payload,
  run: async (deps: Deps, { id }) => {
    const { db, clock } = deps;
    const { hour, minute } = partsInTirane(clock.now());
    const minutes = minutesUntilPush({ hour: Number(hour), minute: Number(minute) });
    if (minutes > 0) {
      await inTransaction(db, (tx) => enqueue(tx, notificationsPush, { id }, { after: `${minutes} minutes` }));
      return;
    }
    const claimed = await claim(db, id, { set: sql`pushed_at = now()`, isFree: sql`n.pushed_at is null` });
    if (claimed === null || claimed.isRead || isOutdated(claimed, clock.now())) return;
    const { kind, language, userId } = claimed;
    if (kind.startsWith('membership') && (await findMembershipEmail(deps, claimed)) === null) return;
    const { title, text, path } = pushText(claimed, language);
    const badge = await countUnread(db, userId);
    // One of the same kind, such as of another order, stands beside it.
    await pushToUser(deps, userId, { title, body: text, path: addressIn(language, path), tag: id, badge });
  },
});
