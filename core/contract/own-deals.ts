/** Posting deals: the form, and the deals of the signed-in dealer. */
import * as z from 'zod/mini';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { cities } from '#core/domain/cities.ts';
import { MAX_DAYS_AHEAD, MAX_REPOSTS, MAX_TITLE, MAX_UNITS, runs } from '#core/domain/deals.ts';
import { areStretches } from '#core/domain/opening-hours.ts';
import { emailOr } from './accounts/accounts.ts';
import { cleaned } from './clean-text.ts';
import { endpoint, MAX_LIMIT, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { ImageUrl, MAX_URL } from './image-url.ts';
import { Distance, line, oneLine, orNothing, orRequired, paragraphs } from './inputs.ts';
import { Phone } from './phone.ts';
import { Deal, Done, Id, Instant, UseTime } from './shapes.ts';

/** What numeric(10,2) holds. Lek. */
const MAX_PRICE = 99_999_999.99;
const MIN_TITLE = 3;
const MAX_BUSINESS_INFO = 2000;
const MAX_DESCRIPTION = 5000;
const MIN_DURATION_MINUTES = 5;
const MAX_DURATION_MINUTES = 600;

/** A number; the specified client may send numeric text. */
const Price = z
  .union(
    [
      z.number().check(z.multipleOf(0.01, errorCode('invalidNumber'))),
      z.pipe(z.string().check(z.regex(/^\d{1,8}(\.\d{1,2})?$/)), z.transform(Number)),
    ],
    orRequired('invalidNumber'),
  )
  .check(
    z.refine((lek) => lek > 0, errorCode('tooSmall')),
    z.refine((lek) => lek <= MAX_PRICE, errorCode('tooLarge')),
  );

/** An address of the web; `https://` may be left out. */
const Link = z.string().check(
  oneLine(),
  z.overwrite((typed) => (/^[a-z][a-z0-9+.-]*:/i.test(typed) || typed === '' ? typed : `https://${typed}`)),
  z.maxLength(MAX_URL),
  z.regex(/^https?:\/\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:\d{2,5})?([/?#]\S*)?$/i, errorCode('invalidUrl')),
  z.refine((url) => URL.canParse(url), errorCode('invalidUrl')),
);

/** Base64 has four characters for three bytes. */
const MAX_DATA_URL = 1024 ** 2;
const DATA_URL = /^data:image\/(jpeg|png|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
/** JSON with a picture in it. */
const MAX_DEAL_BYTES = MAX_DATA_URL + 64 * 1024;

/** Also a picture in the call itself, which is stored like an upload. */
const ImageOrData = z.string().check(
  cleaned(),
  z.refine(
    (url) =>
      url.startsWith('data:') ? url.length <= MAX_DATA_URL && DATA_URL.test(url) : z.safeParse(ImageUrl, url).success,
    errorCode('invalidImage'),
  ),
);
/** A picture in the call waits for the picture queue, not for the database. */
const PICTURE_INSIDE = { maxSeconds: 60, workSeconds: 25, priority: 'high' } as const;
const imageField = { imageUrl: orNothing(ImageOrData) };

/** Tomorrow to 30 days ahead. */
function isSoon(day: string): boolean {
  const days = (Date.parse(day) - Date.parse(dayInTirane(Date.now()))) / 86_400_000;
  return days >= 1 && days <= MAX_DAYS_AHEAD;
}

const fields = {
  title: line(MAX_TITLE, MIN_TITLE),
  businessName: line(MAX_TITLE, 1),
  businessInfo: z.nullish(paragraphs(MAX_BUSINESS_INFO)),
  socialLink: orNothing(Link),
  phone: orNothing(Phone),
  /** Default tirana. */
  city: orNothing(z.enum(cities), 'unknownChoice'),
  description: z.nullish(paragraphs(MAX_DESCRIPTION)),
  /** Lek. */
  originalPrice: orNothing(Price, 'invalidNumber'),
  price: Price,
  /** Slug of an active category. */
  category: z.string(orRequired('unknownChoice')).check(z.regex(/^[a-z0-9-]{1,40}$/, orRequired('unknownChoice'))),
  imageUrl: orNothing(ImageUrl),
  distance: orNothing(Distance),
  /** Additive. */
  address: z.nullish(line(200)),
  /** Default '9 AM - 9 PM'. Additive. */
  hours: z.nullish(line(100)),
  titleEn: orNothing(line(MAX_TITLE, MIN_TITLE)),
  descriptionEn: z.nullish(paragraphs(MAX_DESCRIPTION)),
  businessInfoEn: z.nullish(paragraphs(MAX_BUSINESS_INFO)),
  /** What the price covers `unitCount` of. */
  priceUnit: orNothing(z.enum(['person', 'session']), 'unknownChoice'),
  unitCount: orNothing(z.int().check(z.minimum(1), z.maximum(99)), 'invalidNumber'),
  /** Of the service; additive. */
  durationMinutes: orNothing(
    z.int().check(z.minimum(MIN_DURATION_MINUTES), z.maximum(MAX_DURATION_MINUTES)),
    'invalidNumber',
  ),
  /** How many times the deal is posted again when it expires; each consumes a post. */
  repostsLeft: orNothing(z.int().check(z.minimum(0), z.maximum(MAX_REPOSTS)), 'invalidNumber'),
  /** For all runs of the deal; with those that were sold before. */
  units: orNothing(z.int().check(z.minimum(1), z.maximum(MAX_UNITS)), 'invalidNumber'),
  perPerson: orNothing(z.int().check(z.minimum(1), z.maximum(99)), 'invalidNumber'),
  newClientsOnly: orNothing(z.boolean(), 'invalid'),
  bookingNeeded: orNothing(z.boolean(), 'invalid'),
  useTimes: orNothing(z.array(UseTime).check(z.maxLength(28), z.refine(areStretches)), 'invalid'),
  /** The day in Albania on which it starts; null starts a scheduled deal at once. */
  startsOn: orNothing(z.iso.date().check(z.refine(isSoon, errorCode('dayNotSoon'))), 'invalid'),
};

export const MAX_MODERATION_REASON = 1000;
/** Told to the dealer. */
export const ModerationReason = z
  .string(errorCode('required'))
  .check(cleaned(), z.minLength(1, errorCode('required')), z.maxLength(MAX_MODERATION_REASON, errorCode('tooLong')));

const runField = { timeLeft: z.enum(runs, orRequired('unknownChoice')) };
/** Ignored unless sent by an administrator. */
const adminFields = { isFeatured: z.optional(z.boolean()) };

const discounted = z.refine(
  (values) => {
    const { price, originalPrice } = values as { price?: unknown; originalPrice?: unknown };
    return typeof price !== 'number' || typeof originalPrice !== 'number' || price <= originalPrice;
  },
  {
    path: ['price'],
    error: errorCode('priceAboveOriginal'),
    // Reported together with errors of other fields.
    when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
  },
);

/** Checks of several fields. */
const consistent = [
  discounted,
  z.refine(
    (values) => {
      const { units, perPerson } = values as { units?: unknown; perPerson?: unknown };
      return typeof units !== 'number' || typeof perPerson !== 'number' || perPerson <= units;
    },
    {
      path: ['perPerson'],
      error: errorCode('tooLarge'),
      when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
    },
  ),
] as const;

/** The form of a new deal or a copy. */
export const DealInput = z.object({ ...fields, ...runField }).check(...consistent);
export type DealInput = z.infer<typeof DealInput>;
/** The form of an existing deal: its run does not change. */
export const DealEdit = z.object(fields).check(...consistent);

const newDealFields = {
  ...fields,
  ...runField,
  ...adminFields,
  /** Idempotency key of one submission. Additive. */
  key: z.optional(Id),
};
const NewDeal = z
  .object({
    ...newDealFields,
    ...imageField,
    /** The own deal that it is a copy of: both share the history of their prices. Additive. */
    copyOf: z.optional(Id),
  })
  .check(...consistent);
/** What an administrator posts, for a dealer or without an owner. */
export const AdminDealInput = z
  .object({
    ...newDealFields,
    /** Of the dealer to whom the deal belongs. Additive. */
    ownerEmail: orNothing(emailOr('emailFormat')),
  })
  .check(...consistent);
export type AdminDealInput = z.infer<typeof AdminDealInput>;

/** An absent field stays as it is; null or an empty text empties an optional one. `isActive`: false pauses. */
export const DealChange = z
  .object({
    ...z.partial(z.object(fields)).shape,
    ...imageField,
    ...adminFields,
    isActive: z.optional(z.boolean()),
    isHidden: z.optional(z.boolean()),
  })
  .check(...consistent);
export type DealChange = z.infer<typeof DealChange>;

/** A deal as its dealer sees it. Deleted ones are in no list. */
export const OwnDeal = z.extend(z.omit(Deal, { salon: true, shareImage: true }), {
  /** Null for a deal without an owner. */
  userId: z.nullable(Id),
  isExpired: z.boolean(),
  repostsLeft: z.int(),
  /** Hidden by an administrator, who alone can show it again; with the reason. */
  hiddenByAdminAt: z.nullable(Instant),
  moderationReason: z.nullable(z.string()),
  /** Of an open request to review what an administrator hid. Additive. */
  reviewRequestedAt: z.optional(z.nullable(Instant)),
});
export type OwnDeal = z.infer<typeof OwnDeal>;

const Totals = z.object({
  posted: z.int(),
  /** Neither expired nor paused. */
  active: z.int(),
  views: z.int(),
  likes: z.int(),
  shares: z.int(),
  sold: z.int(),
  /** Users who follow a salon of the dealer. */
  followers: z.int(),
  /** Whether a deal was ever posted, also one that was deleted since; additive. */
  hasPosted: z.optional(z.boolean()),
});

export const ownDeals = {
  create: endpoint({
    method: 'POST',
    path: '/api/deals',
    access: 'dealer',
    changesPublic: true,
    summary:
      'Posts a deal (also a copy), which consumes one post of the membership; administrators need none. A repeated call with the same key answers the same deal; 409 with its id, title and price if the content is another.',
    body: NewDeal,
    maxBytes: MAX_DEAL_BYTES,
    ...PICTURE_INSIDE,
    limit: 'dealPosts',
    status: 201,
    answer: OwnDeal,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/deals/:id',
    access: 'dealer',
    changesPublic: true,
    summary:
      'Edits, pauses, resumes or hides a deal of the dealer (administrators: any deal); free. 409 when it has expired. Its run never changes.',
    params: z.object({ id: Id }),
    body: DealChange,
    maxBytes: MAX_DEAL_BYTES,
    ...PICTURE_INSIDE,
    limit: 'dealChanges',
    answer: OwnDeal,
  }),
  requestReview: endpoint({
    method: 'POST',
    path: '/api/deals/:id/review-request',
    access: 'dealer',
    summary:
      'Asks the administrators to review an own deal that one of them hid; a repeat while it is open changes nothing. 409 when none hid it.',
    params: z.object({ id: Id }),
    limit: 'dealReports',
    answer: OwnDeal,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/deals/:id',
    access: 'dealer',
    changesPublic: true,
    summary:
      'Deletes a deal of the dealer (administrators: any deal, with a reason that is mailed to the dealer); orders keep it. Returns no post; idempotent.',
    params: z.object({ id: Id }),
    query: z.object({ reason: z.optional(ModerationReason) }),
    limit: 'dealChanges',
    answer: Done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/user/deals',
    access: 'dealer',
    summary: 'The deals of the signed-in dealer, newest first, with paused, hidden and expired ones.',
    query: z.object(PageQuery),
    pageSize: MAX_LIMIT,
    answer: z.array(OwnDeal),
  }),
  story: endpoint({
    method: 'GET',
    path: '/api/user/deals/:id/story.jpg',
    access: 'dealer',
    summary: 'A picture of 1080 × 1920 of an own deal, for stories. Rendered on request, one at a time.',
    params: z.object({ id: Id }),
    limit: 'storyImages',
    fileTypes: ['image/jpeg'],
    answer: z.instanceof(Blob),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/user/deals/totals',
    access: 'dealer',
    summary: 'How many deals the signed-in dealer has, and sums of their counters. Additive.',
    answer: Totals,
  }),
};
