/** Salons: their public pages, and the profile that a dealer keeps of theirs. */
import * as z from 'zod/mini';
import { cities } from '#core/domain/cities.ts';
import { MAX_TITLE } from '#core/domain/deals.ts';
import { areStretches } from '#core/domain/opening-hours.ts';
import { MAX_ABOUT, MAX_HOLIDAYS, MAX_PHOTOS } from '#core/domain/salons.ts';
import { PAGE_SIZE } from './deals.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { DRAWING } from './image-url.ts';
import { Distance, line, oneLine, orNothing, paragraphs } from './inputs.ts';
import { Phone } from './phone.ts';
import { DealCard, Id, Salon } from './shapes.ts';

export const SalonProfile = z.object({
  id: Id,
  ...Salon.shape,
  /** Rises with each change. */
  version: z.int(),
  logoUrl: z.nullable(z.string()),
  photos: z.array(z.string()),
  /** Rendered image for links to it; null until it is rendered. */
  shareImage: z.nullable(z.string()),
  /** False where its dealer is suspended or has closed the account: then only its name and city are known. */
  isAvailable: z.boolean(),
  /** Its reviews by their stars, from 1 to 5. Additive. */
  ratings: z.optional(z.array(z.int())),
});
export type SalonProfile = z.infer<typeof SalonProfile>;

/** An uploaded picture or one of the demo pictures. */
const OwnPicture = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(/media/[0-9a-f]{32}-[0-9a-f]{6}-\\d{3}\\.(webp|jpg)|${DRAWING})$`),
      errorCode('invalidImage'),
    ),
  );

/** A name, also as `@name` or as the address of the profile or of its stories; an address of a post names nobody. */
const Instagram = z.string().check(
  oneLine(),
  z.overwrite((typed) =>
    typed
      .replace(/^(https?:\/\/)?((www|m)\.)?instagram\.com\/((stories|_u)\/(?!highlights\/))?/i, '')
      .replace(/^(?!(p|reels?|tv|stories|explore|share|s)\/)@?([^/?#]*).*$/i, '$2'),
  ),
  z.regex(/^[A-Za-z0-9._]{1,30}$/),
);

/** The form of a salon. What is absent is emptied. */
export const SalonInput = z.object({
  name: line(MAX_TITLE, 1),
  about: z.nullish(paragraphs(MAX_ABOUT)),
  aboutEn: z.nullish(paragraphs(MAX_ABOUT)),
  logoUrl: orNothing(OwnPicture),
  photos: z.nullish(z.array(OwnPicture).check(z.maxLength(MAX_PHOTOS))),
  city: z.enum(cities, errorCode('unknownChoice')),
  address: z.nullish(line(200)),
  location: orNothing(Distance),
  /** One or more stretches per weekday (1 is Monday), `09:00` to `24:00`; what closes at or before it opens, closes on the next day. */
  hours: z.nullish(
    z
      .array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() }))
      .check(z.maxLength(28), z.refine(areStretches, errorCode('invalid'))),
  ),
  holidays: z.nullish(
    z.array(z.iso.date().check(z.regex(/^20/, errorCode('invalid')))).check(z.maxLength(MAX_HOLIDAYS)),
  ),
  phone: orNothing(Phone),
  whatsapp: orNothing(Phone),
  viber: orNothing(Phone),
  instagram: orNothing(Instagram),
  /** Of the profile that was edited: 409 if it was changed since. Without it the last one to save wins. Additive. */
  version: z.optional(z.int()),
});
export type SalonInput = z.infer<typeof SalonInput>;

const Slug = z.string().check(z.regex(/^[a-z0-9-]{1,80}$/));

export const salons = {
  get: endpoint({
    method: 'GET',
    path: '/api/salons/:slug',
    access: 'anyone',
    summary: 'The profile of a salon.',
    params: z.object({ slug: Slug }),
    isPublic: true,
    answer: SalonProfile,
  }),
  deals: endpoint({
    method: 'GET',
    path: '/api/salons/:slug/deals',
    access: 'anyone',
    summary: 'Live deals of a salon, newest first.',
    params: z.object({ slug: Slug }),
    query: z.object(PageQuery),
    pageSize: PAGE_SIZE,
    isPublic: true,
    answer: z.array(DealCard),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/user/salon',
    access: 'dealer',
    summary: 'The salon of the signed-in dealer, or null.',
    answer: z.nullable(SalonProfile),
  }),
  saveOwn: endpoint({
    method: 'PUT',
    path: '/api/user/salon',
    access: 'dealer',
    changesPublic: true,
    summary:
      'Changes the salon of the signed-in dealer, or creates it. Its address on this site never changes. 409 with the saved profile if `version` is older.',
    body: SalonInput,
    limit: 'salonChanges',
    answer: SalonProfile,
  }),
  poster: endpoint({
    method: 'GET',
    path: '/api/user/salon/poster',
    access: 'dealer',
    summary: 'A poster (A5) with a QR code of the page of the own salon.',
    fileTypes: ['application/pdf'],
    answer: z.instanceof(Blob),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/salons/:id',
    access: 'admin',
    changesPublic: true,
    summary: 'Changes any salon. 409 with the saved profile if `version` is older.',
    params: z.object({ id: Id }),
    body: SalonInput,
    limit: 'salonChanges',
    answer: SalonProfile,
  }),
};
