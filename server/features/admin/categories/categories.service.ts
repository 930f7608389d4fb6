/** Categories as administrators see and change them. */

import { eq, sql } from 'drizzle-orm';
import type { AdminCategory, CategoryChange, CategoryInput } from '#core/contract/admin/categories.ts';
import { categories, deals } from '#db/schema/catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { changesOf, writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction, sqlState, UNIQUE_VIOLATION } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';

type Parts = Pick<Deps, 'db'>;

export async function listAllCategories(db: Db, id?: string): Promise<AdminCategory[]> {
  const { rows } = await db.execute<AdminCategory & Record<string, unknown>>(sql`
    select c.id, c.name, c.name_en as "nameEn", c.slug, c.icon, c.color, c.image_url as "imageUrl",
      c.is_active as "isActive", c.position, coalesce(used.deals, 0)::int as "usedBy"
    from categories c left join (select category, count(*) as deals from deals group by category) used
      on used.category = c.slug
    where ${id === undefined ? sql`true` : sql`c.id = ${id}`} order by c.position, c.slug`);
  return rows;
}

async function findCategory(tx: Tx, id: string): Promise<AdminCategory> {
  const [found] = await listAllCategories(tx, id);
  if (!found) throw new Error('a category vanished in the transaction that wrote it');
  return found;
}

/** Columns that a form changes; absent fields are undefined. */
function columnsOf({ nameEn, icon, color, imageUrl, ...rest }: CategoryChange) {
  const orNull = <T>(value: T | '' | null | undefined) => (value === undefined ? undefined : value || null) as T | null;
  return { ...rest, nameEn: orNull(nameEn), icon: orNull(icon), color: orNull(color), imageUrl: orNull(imageUrl) };
}

export function createCategory(
  { db }: Parts,
  { adminId, form }: { adminId: string; form: CategoryInput },
): Promise<AdminCategory> {
  return inTransaction(db, async (tx) => {
    const values = columnsOf(form) as ReturnType<typeof columnsOf> & Pick<CategoryInput, 'name' | 'slug'>;
    const last = sql`(select coalesce(max(position), 0) + 1 from categories)`;
    const [added] = await tx
      .insert(categories)
      .values({ ...values, isActive: form.isActive ?? true, position: last })
      .onConflictDoNothing({ target: categories.slug })
      .returning({ id: categories.id });
    if (!added) throw new AppError(409, 'categories.slugTaken');
    const detail = { after: values };
    await writeAudit(tx, {
      actorId: adminId,
      action: 'categories.create',
      subject: 'category',
      subjectId: added.id,
      detail,
    });
    return findCategory(tx, added.id);
  });
}

export function changeCategory(
  { db }: Parts,
  { adminId, id, form }: { adminId: string; id: string; form: CategoryChange },
): Promise<AdminCategory> {
  return inTransaction(db, async (tx) => {
    const row = await lockCategory(tx, id);
    const values = columnsOf(form);
    const { after, before } = changesOf(row, values);
    if (Object.keys(after).length === 0) return findCategory(tx, id);
    if ('slug' in after && (await isUsed(tx, row.slug))) throw new AppError(409, 'categories.slugUsed');
    await tx
      .update(categories)
      .set(values)
      .where(eq(categories.id, id))
      .catch((error: unknown) => {
        throw sqlState(error) === UNIQUE_VIOLATION ? new AppError(409, 'categories.slugTaken') : error;
      });
    await writeAudit(tx, {
      actorId: adminId,
      action: 'categories.edit',
      subject: 'category',
      subjectId: id,
      detail: { before, after },
    });
    return findCategory(tx, id);
  });
}

export function removeCategory(
  { db }: Parts,
  { adminId, id }: { adminId: string; id: string },
): Promise<{ success: true }> {
  return inTransaction(db, async (tx) => {
    const row = await lockCategory(tx, id);
    if (await isUsed(tx, row.slug)) throw new AppError(409, 'categories.used');
    await tx.delete(categories).where(eq(categories.id, id));
    const detail = { before: { name: row.name, slug: row.slug } };
    await writeAudit(tx, { actorId: adminId, action: 'categories.delete', subject: 'category', subjectId: id, detail });
    return { success: true };
  });
}

export function reorderCategories(
  { db }: Parts,
  { adminId, ids }: { adminId: string; ids: string[] },
): Promise<AdminCategory[]> {
  return inTransaction(db, async (tx) => {
    await tx.select({ id: categories.id }).from(categories).orderBy(categories.id).for('no key update');
    const before = await listAllCategories(tx);
    const known = new Set(before.map(({ id }) => id));
    const isComplete =
      new Set(ids).size === known.size && ids.length === known.size && ids.every((id) => known.has(id));
    if (!isComplete) throw new AppError(409, 'categories.changed');
    await tx.execute(sql`
      update categories c set position = requested.place
      from unnest(${sql.param(ids)}::uuid[]) with ordinality requested (id, place) where requested.id = c.id`);
    const after = await listAllCategories(tx);
    const slugs = (list: AdminCategory[]) => list.map(({ slug }) => slug);
    await writeAudit(tx, {
      actorId: adminId,
      action: 'categories.reorder',
      subject: 'category',
      subjectId: 'all',
      detail: { before: slugs(before), after: slugs(after) },
    });
    return after;
  });
}

/** New deals of the category wait. */
async function lockCategory(tx: Tx, id: string): Promise<typeof categories.$inferSelect> {
  const [row] = await tx.select().from(categories).where(eq(categories.id, id)).for('update');
  if (!row) throw new AppError(404, 'categories.notFound');
  return row;
}

async function isUsed(tx: Tx, slug: string): Promise<boolean> {
  return (await tx.$count(deals, eq(deals.category, slug))) > 0;
}
