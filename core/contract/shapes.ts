/** Schemas shared by several endpoints. Money is lek as a JSON number with at most two decimals. */
import * as z from 'zod/mini';

/** Label of a browser: `session_`, a timestamp and a random suffix (Spec 1 §3). Not used for authorization. */
export const SessionId = z.string().check(z.regex(/^session_[A-Za-z0-9_-]{1,120}$/));
export const Id = z.uuid();
/** Multiple of one qindarka, at most a safe integer of qindarka. */
export const Lek = z.number().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER / 100), z.multipleOf(0.01));
/** The same with a sign, as in the ledger. */
export const SignedLek = z
  .number()
  .check(z.minimum(-Number.MAX_SAFE_INTEGER / 100), z.maximum(Number.MAX_SAFE_INTEGER / 100), z.multipleOf(0.01));
export const Instant = z.iso.datetime({ offset: true });

/** An interval of a weekday, local time; Monday is 1. */
export const UseTime = z.object({ weekday: z.int(), opens: z.string(), closes: z.string() });
export type UseTime = z.infer<typeof UseTime>;

/** For whom and when a unit is; display only. */
export const UseTerms = z.object({
  newClientsOnly: z.boolean(),
  bookingNeeded: z.boolean(),
  /** Empty: whenever the salon is open. */
  useTimes: z.array(UseTime),
});
export type UseTerms = z.infer<typeof UseTerms>;

/** A deal as lists show it. Expired, hidden and inactive deals never appear in public lists. */
export const DealCard = z.object({
  id: Id,
  title: z.string(),
  titleEn: z.nullable(z.string()),
  description: z.string(),
  descriptionEn: z.nullable(z.string()),
  businessName: z.string(),
  /** Of the page of its salon; null without one. Additive. */
  salonSlug: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  price: Lek,
  originalPrice: z.nullable(Lek),
  /** Unit of `unitCount`. */
  priceUnit: z.nullable(z.enum(['person', 'session'])),
  unitCount: z.int(),
  /** Of the service. Additive. */
  durationMinutes: z.optional(z.nullable(z.int())),
  /** Rounded percentage, computed by the server. */
  discount: z.int(),
  /** Percentage from the lower of `originalPrice` and `lowestPrice30d`; 0 below 5 %. Absent in lists where it is `discount`. Additive. */
  shownDiscount: z.optional(z.int()),
  /** All its units are taken; absent in lists where they are not. Additive. */
  isSoldOut: z.optional(z.boolean()),
  category: z.string(),
  city: z.string(),
  address: z.string(),
  distance: z.nullable(z.string()),
  hours: z.string(),
  timeLeft: z.string(),
  expiresAt: z.nullable(Instant),
  rating: z.nullable(z.number()),
  reviewCount: z.int(),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  isHidden: z.boolean(),
  createdAt: Instant,
});
export type DealCard = z.infer<typeof DealCard>;

/** Phone numbers are formatted `+355 67 111 5327`. */
export const Salon = z.object({
  slug: z.string(),
  name: z.string(),
  about: z.string(),
  aboutEn: z.nullable(z.string()),
  address: z.string(),
  city: z.string(),
  /** 'lat,lng' */
  location: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  viber: z.nullable(z.string()),
  /** Without @. */
  instagram: z.nullable(z.string()),
  /** Opening intervals in order; Monday is 1, local time. A day without one is closed. */
  hours: z.array(UseTime),
  /** Days from today on that it is closed, in order, such as `2026-11-28`. */
  holidays: z.array(z.string()),
});
export type Salon = z.infer<typeof Salon>;

export const SalonContact = z.object({
  ...z.pick(Salon, { address: true, city: true, location: true, phone: true, whatsapp: true }).shape,
  /** Null when only the data of the deal is known. */
  id: z.nullable(Id),
  slug: z.nullable(z.string()),
});
export type SalonContact = z.infer<typeof SalonContact>;

/** A deal with the details of its page. */
export const Deal = z.object({
  ...DealCard.shape,
  businessInfo: z.nullable(z.string()),
  businessInfoEn: z.nullable(z.string()),
  socialLink: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  views: z.int(),
  shares: z.int(),
  likes: z.int(),
  sold: z.int(),
  salon: z.nullable(Salon),
  /** Rendered image for links to it; null until it is rendered. Additive. */
  shareImage: z.nullable(z.string()),
  /** Lowest price of the 30 days before the present price began; null while they are not known. Additive. */
  lowestPrice30d: z.optional(z.nullable(Lek)),
  /** Limits; null and false: none. Additive. */
  units: z.optional(z.nullable(z.int())),
  perPerson: z.optional(z.nullable(z.int())),
  ...z.partial(UseTerms).shape,
  /** Day in Albania on which it starts; null once it has. Additive. */
  startsOn: z.optional(z.nullable(z.string())),
  unitsLeft: z.optional(z.nullable(z.int())),
  /** Paused by its owner: shown, but not for sale. Additive. */
  notForSale: z.optional(z.literal(true)),
});
export type Deal = z.infer<typeof Deal>;

export const RelatedDeal = z.object({ ...DealCard.shape, relation: z.enum(['salon', 'category', 'city']) });
export type RelatedDeal = z.infer<typeof RelatedDeal>;

export const Done = z.object({ success: z.literal(true) });
