/** Renders share images of deals and salons that have none yet, or have changed since; never while somebody waits. */
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
import { renderShareImage } from './share-image.ts';

/** Rendered in a minute at most, so that the worker has time for the rest. */
const [DEALS, SALONS] = [15, 5];
/** The paper of the image: what a browser shows while it loads. */
const COLOUR = 'fbf7f1';

interface Pending extends Record<string, unknown> {
  dealId: string | null;
  salonId: string | null;
  title: string;
  salon: string | null;
  city: City;
  price: number | null;
  before: number | null;
  discount: number;
  photo: string | null;
  /** When it was last changed. */
  version: string;
}

export const shareImagesRender = recurring({
  name: 'share-images-render',
  cron: '* * * * *',
  queue: 'share-images',
  run: async ({ db, storage, log }: Deps) => {
    const made: object[] = [];
    const failures: unknown[] = [];
    for (const one of await findPending(db)) {
      const { dealId, salonId, version } = one;
      try {
        const photo = await readPhoto(storage, one.photo);
        const bytes = await render(one, photo).catch((error: unknown) => {
          // Tried again when it changes: the page keeps its picture.
          log.error({ err: error, dealId, salonId }, 'a share image could not be rendered');
          return null;
        });
        made.push({ dealId, salonId, version, file: bytes && (await store(storage, bytes)) });
      } catch (error) {
        failures.push(error);
      }
    }
    if (made.length > 0) await save(db, made);
    // Of the storage: they are tried again.
    if (failures.length > 0) throw new AggregateError(failures, 'share images could not be stored');
  },
});

/** Live deals and salons without an image of their present state, the newest first. */
async function findPending(db: Db): Promise<Pending[]> {
  const { rows } = await db.execute<Pending>(sql`
    (select d.id as "dealId", null::uuid as "salonId", d.title, d.business_name as salon, d.city, d.price::float8 as price,
      d.original_price::float8 as before, d.discount, d.image_url as photo, d.updated_at::text as version
    from deals d left join share_images i on i.deal_id = d.id
    where deal_is_live(d) and i.version is distinct from d.updated_at order by d.created_at desc limit ${DEALS})
    union all
    (select null, s.id, s.name, null, s.city, null, null, 0, coalesce(s.photos[1], s.logo_url, (
        select image_url from deals d where d.salon_id = s.id and deal_is_live(d) order by d.created_at desc limit 1)),
      s.updated_at::text
    from salons s left join share_images i on i.salon_id = s.id
    where i.version is distinct from s.updated_at order by s.created_at desc limit ${SALONS})`);
  return rows;
}

function render({ title, salon, city, price, before, discount }: Pending, photo: Buffer | null): Promise<Buffer> {
  const place = allWords.sq.words[`city.${city}`];
  const about = salon === null ? place : `${salon} · ${place}`;
  return renderShareImage({ title, about, price, before: discount > 0 ? before : null, discount, photo });
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

async function save(db: Db, made: object[]): Promise<void> {
  for (const subject of ['deal', 'salon']) {
    const id = sql.raw(`${subject}_id`);
    await db.execute(sql`
      insert into share_images (id, ${id}, file, version)
      select gen_random_uuid(), m."${sql.raw(subject)}Id", m.file, m.version
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as m("dealId" uuid, "salonId" uuid, file text, version timestamptz)
      join ${sql.raw(`${subject}s`)} t on t.id = m."${sql.raw(subject)}Id"
      on conflict (${id}) do update set file = excluded.file, version = excluded.version`);
  }
}

export const feature = { jobs: [shareImagesRender] };
