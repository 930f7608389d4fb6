/** Renders share images of new and changed deals and salons; never while somebody waits. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { City } from '#core/domain/cities.ts';
import { readMediaName, stillOf } from '#core/domain/media.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Deps } from '#server/deps.ts';
import type { Storage } from '#server/gateways/storage/storage.ts';
import type { Db } from '#server/kit/db/db.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { renderShareImage, renderStory, type ShareFacts } from './share-image.ts';

/** Rendered in a minute at most, so that the worker has time for the rest. */
const BATCH = 20;
/** The paper of the image: what a browser shows while it loads. */
const COLOUR = 'fbf7f1';

interface Shown extends Record<string, unknown> {
  title: string;
  salon: string | null;
  city: City;
  price: number | null;
  before: number | null;
  discount: number;
  photo: string | null;
}

interface Due extends Shown {
  id: string;
  dueAt: string;
}

interface Rendered extends Pick<Due, 'id' | 'dueAt'> {
  /** Null where it could not be rendered: the page keeps its picture until something changes. */
  file: string | null;
}

export const shareImagesRender = recurring({
  name: 'share-images-render',
  cron: '* * * * *',
  queue: 'share-images',
  run: async ({ db, storage, log }: Deps) => {
    const rendered: Rendered[] = [];
    const failed: string[] = [];
    const failures: unknown[] = [];
    for (const due of await findDue(db)) {
      const { id, dueAt } = due;
      try {
        const photo = await readPhoto(storage, due.photo);
        const bytes = await renderShareImage(factsOf(due, photo)).catch((error: unknown) => {
          log.error({ err: error, shareImage: id }, 'a share image could not be rendered');
          return null;
        });
        rendered.push({ id, dueAt, file: bytes && (await store(storage, bytes)) });
      } catch (error) {
        failed.push(id);
        failures.push(error);
      }
    }
    await save(db, { rendered, failed });
    if (failures.length > 0) throw new AggregateError(failures, 'share images could not be stored');
  },
});

/** The newest first; triggers make them due. */
async function findDue(db: Db): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select i.id, i.due_at::text as "dueAt", coalesce(d.title, s.name) as title, d.business_name as salon,
      coalesce(d.city, s.city) as city, d.price::float8 as price, d.original_price::float8 as before,
      coalesce(d.shown_discount, 0) as discount, case when s.id is null then d.image_url else coalesce(s.photos[1], s.logo_url, (
        select image_url from deals o where o.salon_id = s.id and deal_is_live(o) order by o.created_at desc limit 1)) end as photo
    from share_images i left join deals d on d.id = i.deal_id left join salons s on s.id = i.salon_id
    where i.due_at is not null order by i.due_at desc limit ${BATCH}`);
  return rows;
}

/** The picture of a deal for stories; null where the user has no such deal. */
export async function storyOf(
  { db, storage, config }: Pick<Deps, 'db' | 'storage' | 'config'>,
  { id, userId }: { id: string; userId: string },
): Promise<Buffer | null> {
  const { rows } = await db.execute<Shown>(sql`
    select title, business_name as salon, city, price::float8 as price, original_price::float8 as before,
      coalesce(shown_discount, 0) as discount, image_url as photo
    from deals where id = ${id} and user_id = ${userId} and deleted_at is null`);
  const [deal] = rows;
  if (!deal) return null;
  // A picture without the photo is better than none.
  const photo = await readPhoto(storage, deal.photo).catch(() => null);
  return renderStory(factsOf(deal, photo), new URL(config.publicUrl).host);
}

function factsOf({ title, salon, city, price, before, discount }: Shown, photo: Buffer | null): ShareFacts {
  const place = allWords.sq.words[`city.${city}`];
  const about = salon === null ? place : `${salon} · ${place}`;
  return { title, about, price, before: discount > 0 ? before : null, discount, photo };
}

/** Returns the name of the file. */
async function store(storage: Storage, bytes: Buffer): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-${COLOUR}-1200.jpg`;
  await storage.put(name, new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }));
  return name;
}

/** Our own and uploaded pictures; nothing is fetched from other hosts. */
async function readPhoto(storage: Storage, url: string | null): Promise<Buffer | null> {
  const [, own] = /^\/pictures\/deals\/([a-z0-9-]+)-\d+\.jpg$/.exec(url ?? '') ?? [];
  // A deal may name one that is not there any more.
  if (own) return readFile(new URL(`../../../public/pictures/deals/${own}-960.jpg`, import.meta.url)).catch(() => null);
  const [, uploaded = ''] = /^\/media\/(.+\.jpg)$/.exec(stillOf(url ?? '', 960)) ?? [];
  const file = readMediaName(uploaded) && (await storage.get(uploaded));
  return file && Buffer.concat(await file.toArray());
}

/** What has changed meanwhile stays due. What failed because of the storage is tried again after the others. */
async function save(db: Db, { rendered, failed }: { rendered: Rendered[]; failed: string[] }): Promise<void> {
  if (rendered.length > 0)
    await db.execute(sql`
      update share_images i set file = r.file, due_at = null
      from jsonb_to_recordset(${JSON.stringify(rendered)}::jsonb) as r(id uuid, "dueAt" timestamptz, file text)
      where i.id = r.id and i.due_at = r."dueAt"`);
  if (failed.length > 0)
    await db.execute(
      sql`update share_images set due_at = due_at - interval '1 day' where id = any(${sql.param(failed)}::uuid[])`,
    );
}

export const feature = { jobs: [shareImagesRender] };
