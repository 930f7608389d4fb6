/** The shapes that several calls share. Money on the wire is lek as a JSON number with at most two decimals. */
import * as z from 'zod/mini';

/** The browser's label for its visit: `session_`, a timestamp and a random suffix (Spec 1 §3). Never a key. */
export const SessionId = z.string().check(z.regex(/^session_[A-Za-z0-9_-]{1,120}$/));
export const Id = z.uuid();
/** Whole qindarka, and at most as many as can be counted. */
export const Lek = z.number().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER / 100), z.multipleOf(0.01));
export const Instant = z.iso.datetime({ offset: true });

/** A deal as lists show it. Expired, hidden and inactive deals never appear in public lists. */
export const DealCard = z.object({
  id: Id,
  title: z.string(),
  titleEn: z.nullable(z.string()),
  description: z.string(),
  descriptionEn: z.nullable(z.string()),
  businessName: z.string(),
  imageUrl: z.nullable(z.string()),
  price: Lek,
  originalPrice: z.nullable(Lek),
  /** What the price covers `unitCount` of, where the deal says so. */
  priceUnit: z.nullable(z.enum(['person', 'session'])),
  unitCount: z.int(),
  /** Rounded percentage, computed by the server. */
  discount: z.int(),
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

/** Where treatments are done. Telephone numbers are written `+355 67 111 5327`. */
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
  /** The name without @. */
  instagram: z.nullable(z.string()),
  /** Stretches in their order; a day without one is closed. Monday is 1, and times are those of the clock in Albania. */
  hours: z.array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })),
});
export type Salon = z.infer<typeof Salon>;

/** Where to go with what one buys, and whom to call. */
export const SalonContact = z.object({
  ...z.pick(Salon, { address: true, city: true, location: true, phone: true, whatsapp: true }).shape,
  /** Null where no more is known of it than what the deal says. */
  id: z.nullable(Id),
});
export type SalonContact = z.infer<typeof SalonContact>;

/** A deal as its own page shows it: the card and what one asks of a salon. */
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
  /** Null where the deal's own words are all there is. */
  salon: z.nullable(Salon),
});
export type Deal = z.infer<typeof Deal>;

/** A deal shown beside another, and what the two share. */
export const RelatedDeal = z.object({ ...DealCard.shape, relation: z.enum(['salon', 'category', 'city']) });
export type RelatedDeal = z.infer<typeof RelatedDeal>;

/** What a bare acknowledgement looks like. */
export const Done = z.object({ success: z.literal(true) });
