/** Reads and changes objects of the payment sandbox; events are stored in the transaction of the change. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { NotOpen, type ProviderEvent } from './provider.ts';

export interface SandboxOptions {
  db: Db;
  /** Stores an event and enqueues its processing. */
  storeEvent: (tx: Tx, event: ProviderEvent) => Promise<void>;
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(14).toString('hex')}`;

type Kind = 'payment' | 'checkout' | 'subscription' | 'portal';

/** Objects of one kind, as JSON. */
export function storeOf<Data extends { id: string }>({ db, storeEvent }: SandboxOptions, kind: Kind) {
  const whichOf = (id: string) => and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind));

  async function read(id: string): Promise<Data | null> {
    const [row] = await db.select().from(sandboxObjects).where(whichOf(id));
    return row ? (row.data as unknown as Data) : null;
  }

  /** An object that exists stays as it is. */
  async function insert(on: Db | Tx, data: Data): Promise<void> {
    const row = { id: data.id, kind, data: data as unknown as Record<string, unknown> };
    await on.insert(sandboxObjects).values(row).onConflictDoNothing();
  }

  /** Locks the object and applies a change, which returns the types of the events to store. */
  async function update(id: string, apply: (data: Data, tx: Tx) => string[] | Promise<string[]>): Promise<Data> {
    return inTransaction(db, async (tx) => {
      const [row] = await tx.select().from(sandboxObjects).where(whichOf(id)).for('update');
      if (!row) throw new NotOpen(`the sandbox has no ${kind} of that id`);
      const data = row.data as unknown as Data;
      const events = await apply(data, tx);
      await tx
        .update(sandboxObjects)
        .set({ data: { ...data } })
        .where(whichOf(id));
      for (const type of events) await storeEvent(tx, { id: newId('evt'), type, subjectId: id });
      return data;
    });
  }

  return { read, insert, update };
}

export type Store<Data extends { id: string }> = ReturnType<typeof storeOf<Data>>;
