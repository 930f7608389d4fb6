import { salons } from '#core/contract/salons.ts';
import type { Deps } from '#server/deps.ts';
import { cacheTags } from '#server/kit/cache/tags.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { saveSalon } from './salons.service.ts';
import { findSalon, findSalonId, findSalonJson, listSalonDeals } from './salons.store.ts';

const salonsLimits = {
  salonChanges: { max: 100, seconds: 3600 },
} as const satisfies Limits;

function salonsRoutes(serve: Serve, deps: Deps): void {
  const { db, pool } = deps;
  serve(salons.get, async ({ params: { slug }, cached }) => {
    const shown = await cached(`salon ${slug}`, async () => {
      const json = await findSalonJson(pool, slug);
      return json === null ? null : { json, left: null, tags: [cacheTags.salon(slug)] };
    });
    if (!shown) throw new AppError(404, 'salons.notFound');
    return shown;
  });
  serve(salons.deals, ({ params: { slug }, page, cached }) =>
    // Invented slugs would evict others: without deals nothing is cached.
    cached(`salon deals ${slug} ${page.limit} ${page.cursor}`, async () => {
      const { items, next, left } = await listSalonDeals(db, { slug, page });
      const tags = [cacheTags.salon(slug), ...items.map(({ id }) => cacheTags.deal(id))];
      return { json: JSON.stringify(items), next, left, tags };
    }),
  );
  serve(salons.own, async ({ user }) => {
    const id = await findSalonId(db, user.id);
    return id === null ? null : findSalon(db, id);
  });
  serve(salons.saveOwn, ({ user, body: form }) => saveSalon(deps, { actorId: user.id, which: 'own', form }));
  serve(salons.poster, async ({ user, request }) => {
    const id = await findSalonId(db, user.id);
    if (id === null) throw new AppError(404, 'salons.notFound');
    // Loaded for the few who print one.
    const { salonPoster } = await import('./poster.ts');
    return salonPoster(await findSalon(db, id), {
      origin: deps.config.publicUrl,
      language: languageOfPages(request),
    });
  });
  serve(salons.save, ({ user, params: { id }, body: form }) =>
    saveSalon(deps, { actorId: user.id, which: { id }, form }),
  );
}

export const feature = { contract: { salons }, routes: salonsRoutes, limits: salonsLimits };
