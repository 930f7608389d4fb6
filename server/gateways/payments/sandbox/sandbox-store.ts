/** Where the stand-in keeps its objects. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { SandboxObject } from './sandbox-objects.ts';

type Kind = SandboxObject['object'];
type Of<K extends Kind> = Extract<SandboxObject, { object: K }>;

export async function keep(tx: Tx, object: SandboxObject): Promise<void> {
  const body = object as unknown as Record<string, unknown>;
  await tx
    .insert(sandboxObjects)
    .values({ id: object.id, kind: object.object, body })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: { body } });
}

export async function findKept<K extends Kind>(db: Db, kind: K, id: string): Promise<Of<K> | null> {
  const [row] = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)));
  return (row?.body as unknown as Of<K> | undefined) ?? null;
}

/** Whoever changes a payment, or what belongs to it, locks it first: they come one after the other. */
export async function lockKept<K extends Kind>(tx: Tx, kind: K, id: string): Promise<Of<K> | null> {
  const [row] = await tx
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
    .for('update');
  return (row?.body as unknown as Of<K> | undefined) ?? null;
}

/** What belongs to a payment, newest first. */
export async function listKept<K extends Kind>(db: Db, kind: K, paymentId: string): Promise<Of<K>[]> {
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sql`(${sandboxObjects.body} ->> 'payment_intent')`, paymentId), eq(sandboxObjects.kind, kind)))
    .orderBy(desc(sandboxObjects.createdAt), desc(sandboxObjects.id));
  return rows.map(({ body }) => body as unknown as Of<K>);
}

/** Of all of a kind the newest, or those that were made before one of them. */
export async function listNewest<K extends Kind>(
  db: Db,
  kind: K,
  { limit, after = null }: { limit: number; after?: string | null | undefined },
): Promise<Of<K>[]> {
  const { createdAt, id } = sandboxObjects;
  const older = sql`(${createdAt}, ${id}) < (select o.created_at, o.id from sandbox_objects o where o.id = ${after})`;
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, kind), after === null ? undefined : older))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ body }) => body as unknown as Of<K>);
}
