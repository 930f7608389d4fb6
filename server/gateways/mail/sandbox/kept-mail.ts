/** Stores emails instead of sending them, for development. */
import { desc, eq, sql } from 'drizzle-orm';
import { sandboxMails } from '#db/schema/sandbox.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import type { Db } from '#server/kit/db/db.ts';

/** Emails kept. */
export const MOST_MAILS = 500;

export type KeptMail = typeof sandboxMails.$inferSelect;

/** A retry has the same id. */
export function createStoredMail(db: Db): Mail {
  return {
    send: async ({ id, to: recipient, subject, text, html }) => {
      await db
        .insert(sandboxMails)
        .values({ id, recipient, subject, text, html })
        .onConflictDoUpdate({ target: sandboxMails.id, set: { times: sql`${sandboxMails.times} + 1` } });
      await db.execute(sql`delete from sandbox_mails where id in (
        select id from sandbox_mails order by created_at desc, id offset ${MOST_MAILS})`);
    },
  };
}

export function listMails(db: Db): Promise<Omit<KeptMail, 'text' | 'html'>[]> {
  const { id, recipient, subject, times, createdAt } = sandboxMails;
  return db.select({ id, recipient, subject, times, createdAt }).from(sandboxMails).orderBy(desc(createdAt), id);
}

export async function findMail(db: Db, id: string): Promise<KeptMail | null> {
  const [mail = null] = await db.select().from(sandboxMails).where(eq(sandboxMails.id, id));
  return mail;
}
