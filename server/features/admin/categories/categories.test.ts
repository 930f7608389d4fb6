import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adminCategories } from '#core/contract/admin/categories.ts';
import { categories } from '#core/contract/categories.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop({ config: { cache: false } });
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const guest = shop.guest();
const create = (body: object) => admin(adminCategories.create, { body: { name: 'Qerpikë', slug: 'lashes', ...body } });
const change = (id: string, body: object) => admin(adminCategories.update, { params: { id }, body });
const remove = (id: string) => admin(adminCategories.remove, { params: { id } });
const shown = async () => (await guest(categories.list, { query: { city: 'all' } })).map(({ slug }) => slug);

test('category, created with its look, is at the end of the public list until it is deactivated', async () => {
  await newDeal(shop.db);
  const look = { nameEn: 'Lashes', icon: 'eye', color: 'rose', imageUrl: '/pictures/categories/lips-320.jpg' };
  const made = await create({ ...look, isActive: true });
  expect(made).toMatchObject({ ...look, isActive: true, usedBy: 0 });
  expect(await shown()).toEqual(['hair', 'lashes']);
  expect(await guest(categories.list, { query: { city: 'all' } })).toMatchObject([{}, { ...look, dealCount: 0 }]);
  expect(await change(made.id, { isActive: false, nameEn: '' })).toMatchObject({ isActive: false, nameEn: null });
  await change(made.id, { isActive: false });
  expect(await shown()).toEqual(['hair']);
  expect(await admin(adminCategories.list)).toMatchObject([
    { slug: 'hair', usedBy: 1 },
    { slug: 'lashes', isActive: false },
  ]);
  const events = await shop.db.select().from(auditLog).orderBy(asc(auditLog.at));
  expect(events.map(({ action }) => action)).toEqual(['categories.create', 'categories.edit']);
  expect(events[1]?.detail).toEqual({
    before: { isActive: true, nameEn: 'Lashes' },
    after: { isActive: false, nameEn: null },
  });
});

test.each([
  [{ slug: 'Qerpikë' }],
  [{ slug: '-a' }],
  [{ slug: '' }],
  [{ name: ' ' }],
  [{ color: 'red' }],
  [{ icon: 'bomb' }],
  [{ imageUrl: 'javascript:alert(1)' }],
])('category with %j, is refused', async (wrong) => {
  expect(await refusal(create({ slug: 'new', ...wrong }))).toBe('400 input.invalid');
});

test('slug, taken or of a category with deals, is refused; a category with deals is not deleted', async () => {
  const dealId = await newDeal(shop.db);
  const [hair] = await admin(adminCategories.list);
  const { id } = await create({ slug: 'brows' });
  expect(await refusal(create({ slug: 'brows' }))).toBe('409 categories.slugTaken');
  expect(await refusal(change(id, { slug: 'hair' }))).toBe('409 categories.slugTaken');
  expect(await change(id, { slug: 'eye-brows' })).toMatchObject({ slug: 'eye-brows' });
  expect(await refusal(change(hair?.id ?? '', { slug: 'flokë' }))).toBe('400 input.invalid');
  expect(await refusal(change(hair?.id ?? '', { slug: 'floke' }))).toBe('409 categories.slugUsed');
  await shop.pool.query('update deals set deleted_at = now() where id = $1', [dealId]);
  expect(await refusal(remove(hair?.id ?? ''))).toBe('409 categories.used');
  expect(await remove(id)).toEqual({ success: true });
  expect(await refusal(remove(id))).toBe('404 categories.notFound');
  expect(await refusal(change(id, { name: 'X' }))).toBe('404 categories.notFound');
});

test('order, is that of all categories or refused', async () => {
  const ids = (await admin(adminCategories.list)).map(({ id }) => id);
  const reorder = (order: string[]) => admin(adminCategories.reorder, { body: { ids: order } });
  expect((await reorder(ids.toReversed())).map(({ id }) => id)).toEqual(ids.toReversed());
  expect(await refusal(reorder(ids.slice(1)))).toBe('409 categories.changed');
  expect(await refusal(reorder([...ids.slice(1), ids[1] ?? '']))).toBe('409 categories.changed');
});

test('category of two administrators at once with the same slug, is created once', async () => {
  const answers = await Promise.all([refusal(create({ slug: 'spa' })), refusal(create({ slug: 'spa' }))]);
  expect(answers.toSorted()).toEqual(['409 categories.slugTaken', 'Error: was not refused']);
});
