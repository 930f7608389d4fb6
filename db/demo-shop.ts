/** The invented salons and deals of the demo shop as rows; dates count from the moment of seeding. */
import { readFileSync } from 'node:fs';
import { plans } from '#core/domain/memberships.ts';
import { toQindarka } from '#core/domain/money.ts';
import { DEMO_DOMAIN } from '#core/domain/shop.ts';
import type { categories, deals } from './schema/catalogue.ts';
import type { salonHours, salons } from './schema/salons.ts';
import { dealerRequests, demoId, type MembershipOf, type Name, people } from './world.ts';

interface DemoSalon {
  id: string;
  name: string;
  /** One of the people of `world.ts`, or a dealer with this salon only. */
  owner: string;
  city: string;
  address: string;
  location: string;
  phone: string;
  hours: string;
  socialLink: string;
  info: string;
  infoEn: string;
}

interface DemoDeal {
  id: string;
  salon: string;
  category: string;
  /** Name of a picture in public/pictures/deals. */
  picture: string;
  title: string;
  titleEn: string;
  description: string;
  descriptionEn: string;
  /** Whole lek. */
  price: number;
  originalPrice: number;
  priceUnit?: 'person' | 'session';
  unitCount?: number;
  durationMinutes?: number;
  /** From the moment of seeding; null never, negative already over. */
  expiresInMinutes: number | null;
  isActive?: boolean;
  isFeatured?: boolean;
  isHidden?: boolean;
}

interface DemoShop {
  categories: { slug: string; name: string; nameEn: string; icon: string }[];
  salons: DemoSalon[];
  deals: DemoDeal[];
}

const MINUTE = 60_000;
const WORKDAYS = [1, 2, 3, 4, 5, 6];

function readDemoShop(): DemoShop {
  return JSON.parse(readFileSync(new URL('demo/deals.json', import.meta.url), 'utf8')) as DemoShop;
}

export function demoCategories(): (typeof categories.$inferInsert)[] {
  return readDemoShop().categories.map((category, index) => ({
    id: demoId('category', category.slug),
    ...category,
    position: 10 * (index + 1),
  }));
}

interface DemoDealer {
  id: string;
  name: string;
  email: string;
  nipt: string;
  phone: string;
  membership: MembershipOf;
}

/** The owners of salons who are not among the people of `world.ts`. Their plan leaves room for more posts. */
export function demoDealers(): DemoDealer[] {
  const shop = readDemoShop();
  return shop.salons
    .filter(({ owner }) => !isNamed(owner))
    .map(({ id, owner: name, phone }, index) => {
      const postsUsed = shop.deals.filter(({ salon }) => salon === id).length;
      const plan = postsUsed < plans.entry.postsLimit ? 'entry' : 'silver';
      const { postsLimit } = plans[plan];
      return {
        id: demoId('user', name),
        name,
        email: `${name}@${DEMO_DOMAIN}`,
        phone: phone.replaceAll(' ', ''),
        nipt: niptOf(id),
        membership: { plan, status: 'active', postsUsed, postsLimit, daysAgo: 2 + (index % 20), isGift: false },
      };
    });
}

const isNamed = (owner: string): owner is Name => owner in people;

/** Invented: `L22200037S` of salon `s37`. */
const niptOf = (salonId: string): string => `L222000${salonId.slice(1)}S`;

export function demoSalons(): (typeof salons.$inferInsert)[] {
  return readDemoShop().salons.map((salon) => {
    const slug = slugOf(salon.name);
    return {
      id: demoId('salon', salon.id),
      slug,
      ownerId: demoId('user', salon.owner),
      nipt: isNamed(salon.owner) ? dealerRequests[salon.owner]?.nipt : niptOf(salon.id),
      name: salon.name,
      about: salon.info,
      aboutEn: salon.infoEn,
      address: salon.address,
      city: salon.city,
      location: salon.location,
      phone: salon.phone,
      whatsapp: salon.phone,
      instagram: slug.replaceAll('-', '.').slice(0, 30),
    };
  });
}

/** From Monday to Saturday as the salon's deals say. */
export function demoHours(): (typeof salonHours.$inferInsert)[] {
  return readDemoShop().salons.flatMap(({ id, hours }) => {
    const [opens = '', closes = ''] = hours.split(' - ').map(toClock);
    return WORKDAYS.map((weekday) => ({ salonId: demoId('salon', id), weekday, opens, closes }));
  });
}

/** `9 PM` is 21:00. */
function toClock(said: string): string {
  const [hour, half] = said.split(' ');
  return `${(Number(hour) % 12) + (half === 'PM' ? 12 : 0)}:00`;
}

function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

export function demoDeals(seededAt: Date): (typeof deals.$inferInsert)[] {
  const shop = readDemoShop();
  const salons = new Map(shop.salons.map((salon) => [salon.id, salon]));
  return shop.deals.map((deal, index) => {
    const salon = salons.get(deal.salon);
    if (!salon) throw new Error(`demo deal ${deal.id} names an unknown salon ${deal.salon}`);
    return toRow(deal, salon, { seededAt, index });
  });
}

function toRow(
  deal: DemoDeal,
  salon: DemoSalon,
  { seededAt, index }: { seededAt: Date; index: number },
): typeof deals.$inferInsert {
  const createdAt = new Date(seededAt.getTime() - (index + 1) * 7 * MINUTE);
  return {
    id: demoId('deal', deal.id),
    userId: demoId('user', salon.owner),
    salonId: demoId('salon', salon.id),
    title: deal.title,
    titleEn: deal.titleEn,
    description: deal.description,
    descriptionEn: deal.descriptionEn,
    businessName: salon.name,
    businessInfo: salon.info,
    businessInfoEn: salon.infoEn,
    socialLink: salon.socialLink,
    phone: salon.phone,
    imageUrl: `/pictures/deals/${deal.picture}-640.jpg`,
    price: toQindarka(deal.price),
    originalPrice: toQindarka(deal.originalPrice),
    priceUnit: deal.priceUnit ?? null,
    unitCount: deal.unitCount ?? 1,
    durationMinutes: deal.durationMinutes ?? null,
    category: deal.category,
    city: salon.city,
    address: salon.address,
    distance: salon.location,
    hours: salon.hours,
    expiresAt: deal.expiresInMinutes === null ? null : new Date(seededAt.getTime() + deal.expiresInMinutes * MINUTE),
    isActive: deal.isActive ?? true,
    isFeatured: deal.isFeatured ?? false,
    isHidden: deal.isHidden ?? false,
    createdAt,
    updatedAt: createdAt,
  };
}
