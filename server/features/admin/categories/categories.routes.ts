import { adminCategories } from '#core/contract/admin/categories.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import {
  changeCategory,
  createCategory,
  listAllCategories,
  removeCategory,
  reorderCategories,
} from './categories.service.ts';

function adminCategoriesRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(adminCategories.list, () => listAllCategories(db));
  serve(adminCategories.create, ({ user, body: form }) => createCategory(deps, { adminId: user.id, form }));
  serve(adminCategories.update, ({ user, params: { id }, body: form }) =>
    changeCategory(deps, { adminId: user.id, id, form }),
  );
  serve(adminCategories.remove, ({ user, params: { id } }) => removeCategory(deps, { adminId: user.id, id }));
  serve(adminCategories.reorder, ({ user, body: { ids } }) => reorderCategories(deps, { adminId: user.id, ids }));
}

export const feature = { contract: { adminCategories }, routes: adminCategoriesRoutes };
