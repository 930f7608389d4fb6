/** Categories as administrators see and change them. */
import * as z from 'zod/mini';
import { Category } from '#core/contract/categories.ts';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { ImageUrl } from '#core/contract/image-url.ts';
import { Done, Id } from '#core/contract/shapes.ts';
import { CATEGORY_COLORS, CATEGORY_ICONS } from '#core/domain/categories.ts';

const MAX_CATEGORY_NAME = 60;
const Name = z.string().check(cleaned(), z.minLength(1, errorCode('required')), z.maxLength(MAX_CATEGORY_NAME));

const categoryFields = {
  name: Name,
  /** Lower-case letters, digits and hyphens. Cannot be changed once a deal has it. */
  slug: z
    .string(errorCode('required'))
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, errorCode('invalidSlug')), z.maxLength(40)),
  isActive: z.optional(z.boolean()),
  /** Additive, like all below. */
  nameEn: z.nullish(z.union([z.literal(''), Name])),
  icon: z.nullish(z.union([z.literal(''), z.enum(CATEGORY_ICONS, errorCode('unknownChoice'))])),
  color: z.nullish(z.union([z.literal(''), z.enum(CATEGORY_COLORS, errorCode('unknownChoice'))])),
  imageUrl: z.nullish(z.union([z.literal(''), ImageUrl])),
};

export const CategoryInput = z.object(categoryFields);
export type CategoryInput = z.infer<typeof CategoryInput>;
/** An absent field stays as it is. */
const CategoryChange = z.partial(z.object(categoryFields));
export type CategoryChange = z.infer<typeof CategoryChange>;

/** What administrators see. */
const AdminCategory = z.extend(z.omit(Category, { dealCount: true, lowestPrice: true, nearestCity: true }), {
  position: z.int(),
  /** All that have it, also deleted ones: it can be deleted when there is none. */
  usedBy: z.int(),
});
export type AdminCategory = z.infer<typeof AdminCategory>;

export const adminCategories = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    access: 'admin',
    summary: 'All categories in their order, inactive ones too.',
    answer: z.array(AdminCategory),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/categories',
    access: 'admin',
    changesPublic: true,
    summary: 'Adds a category at the end of the list. 409 when the slug is taken.',
    body: CategoryInput,
    status: 201,
    answer: AdminCategory,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/categories/:id',
    access: 'admin',
    changesPublic: true,
    summary: 'Changes, activates or deactivates a category. 409 for another slug once a deal has it.',
    params: z.object({ id: Id }),
    body: CategoryChange,
    answer: AdminCategory,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/categories/:id',
    access: 'admin',
    changesPublic: true,
    summary: 'Deletes a category that no deal has; otherwise 409: it can be deactivated.',
    params: z.object({ id: Id }),
    answer: Done,
  }),
  reorder: endpoint({
    method: 'PUT',
    path: '/api/admin/categories/order',
    access: 'admin',
    changesPublic: true,
    summary: 'Sets the order of all categories. 409 when they are not the present ones.',
    body: z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
    answer: z.array(AdminCategory),
  }),
};
