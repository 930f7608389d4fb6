import { eq, sql } from 'drizzle-orm';
import type { Language } from '#core/i18n/language.ts';
import { supportMessages } from '#db/schema/conversation.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Reading } from '#server/kit/metrics/tally.ts';

export interface NewMessage {
  /** Null of whoever is not signed in. */
  userId: string | null;
  /** Where they want the answer, if it is not the address of their account. */
  contactEmail: string | null;
  subject: string | null;
  message: string;
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<string> {
  const [row] = await tx.insert(supportMessages).values(message).returning({ id: supportMessages.id });
  if (!row) throw new Error('a message was not written');
  return row.id;
}

/** Whom a message is from, and in which language their account is written to; null where nobody is known any more. */
export async function findWriter(db: Db, id: string): Promise<{ email: string; language: Language | null } | null> {
  const { rows } = await db.execute<{ email: string; language: Language | null }>(sql`
    select coalesce(m.contact_email, u.email) as email, u.language from support_messages m
    left join users u on u.id = m.user_id and u.is_active
    where m.id = ${id} and coalesce(m.contact_email, u.email) is not null`);
  return rows[0] ?? null;
}

export function forgetMessages(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from support_messages where ctid = any(array(
      select ctid from support_messages where created_at < now() - ${kept}::interval limit ${limit}))`,
  );
}

/** So that somebody answers. */
export function messagesWait({ db }: { db: Db }): Reading {
  return {
    name: 'bukuri_support_waiting',
    help: 'How many messages to the shop nobody has read yet.',
    read: () => db.$count(supportMessages, eq(supportMessages.status, 'pending')),
  };
}
