/** What happened in the demo shop before it was seeded: visits of invented buyers, with what they wrote about them. */
import { readFileSync } from 'node:fs';
import { v5 } from 'uuid';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { isIban } from '#core/domain/iban.ts';
import { MIN_PAYOUT } from '#core/domain/settlements.ts';
import { DEMO_DOMAIN } from '#core/domain/shop.ts';

const NAMESPACE = '6f0d6a52-33f5-4a0e-9a0d-0d6b3f0c2b11';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BUYERS = 260;
const MAX_REVIEWS = 40;
/** Of salons with too few reviews for a rating. */
const FEW = [1, 2];
/** Reviews are written within 90 days. */
const MAX_DAYS = 85;

interface Texts {
  names: string[];
  sq: Record<string, string[]>;
  en: Record<string, string[]>;
  replies: { good: string[]; bad: string[] };
}

/** A unit that was bought. */
export interface Visit {
  id: string;
  buyer: number;
  dealId: string;
  salonId: string;
  isCard: boolean;
  createdAt: Date;
  /** Null while it is open. */
  redeemedAt: Date | null;
  review: { stars: number; text: string; name: string | null; language: 'sq' | 'en'; createdAt: Date } | null;
  /** Of the salon, with its time. */
  reply: { text: string; createdAt: Date } | null;
}

export const pastId = (kind: string, number: number | string): string => v5(`${kind}/${number}`, NAMESPACE);

/** They have no password, and their addresses receive no mail. */
export const demoBuyers = () =>
  Array.from({ length: BUYERS }, (_, index) => ({
    id: pastId('buyer', index),
    email: `klient-${String(index + 1).padStart(3, '0')}@${DEMO_DOMAIN}`,
  }));

/** The same numbers in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The start of the calendar month two months before. */
export function pastSince(seededAt: Date): Date {
  const month = Date.UTC(seededAt.getUTCFullYear(), seededAt.getUTCMonth() - 2, 1);
  return new Date(Math.max(month, seededAt.getTime() - MAX_DAYS * DAY));
}

/** The calendar month in Albania so many months before. */
export function monthBefore(seededAt: Date, months: number): string {
  const [year = 0, month = 0] = dayInTirane(seededAt.getTime()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 15)).toISOString().slice(0, 7);
}

/** Of a bank that does not exist. */
export function demoIban(number: number): string {
  const account = `99999999${String(number).padStart(16, '0')}`;
  const checks = Array.from({ length: 97 }, (_, index) => String(index + 2).padStart(2, '0'));
  return `AL${checks.find((digits) => isIban(`AL${digits}${account}`))}${account}`;
}

/** A deal of a salon, with its price in lek. */
interface Offer {
  id: string;
  price: number;
}

/** Visits of each salon, the salons in their order. @param salons - the deals of each salon by its id */
export function demoVisits(seededAt: Date, salons: ReadonlyMap<string, readonly Offer[]>): Visit[] {
  const texts = JSON.parse(readFileSync(new URL('demo/reviews.json', import.meta.url), 'utf8')) as Texts;
  const random = randomFrom(20_261_128);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const since = pastSince(seededAt).getTime();
  const until = seededAt.getTime();
  const visits: Visit[] = [];

  const visit = (salonId: string, offers: readonly Offer[], isOpen: boolean): Visit => {
    const number = visits.length;
    // Vouchers that are open can still be used.
    const from = isOpen ? Math.max(since, until - 20 * DAY) : since;
    const createdAt = from + random() * (until - from - 2 * DAY);
    const redeemedAt = Math.min(createdAt + (0.2 + random() * 14) * DAY, until - 2 * HOUR);
    const made: Visit = {
      ...{ id: pastId('order', number), buyer: number % BUYERS, dealId: pick(offers).id, salonId },
      ...{ isCard: number % 4 === 0, createdAt: new Date(createdAt) },
      redeemedAt: isOpen ? null : new Date(redeemedAt),
      ...{ review: null, reply: null },
    };
    visits.push(made);
    return made;
  };

  const write = (made: Visit, quality: number): void => {
    const redeemed = made.redeemedAt?.getTime() ?? until;
    const createdAt = new Date(redeemed + random() * Math.min(5 * DAY, until - redeemed));
    const stars = Math.max(1, Math.min(5, Math.round(quality + (random() + random() - 1) * 2)));
    const language = random() < 0.2 ? 'en' : 'sq';
    const text = random() < 0.75 ? pick(texts[language][stars] ?? []) : '';
    made.review = { stars, text, language, createdAt, name: random() < 0.6 ? pick(texts.names) : null };
    if (random() > (stars < 4 ? 0.6 : 0.2)) return;
    const waited = random() * Math.min(3 * DAY, until - createdAt.getTime());
    made.reply = {
      text: pick(texts.replies[stars < 4 ? 'bad' : 'good']),
      createdAt: new Date(createdAt.getTime() + waited),
    };
  };

  /** Paid by card last month, so that every salon has a statement to be paid. */
  const settle = (salonId: string, offers: readonly Offer[]): void => {
    const { id: dealId, price } = offers.reduce((one, other) => (other.price > one.price ? other : one));
    const redeemed = Date.parse(`${monthBefore(seededAt, 1)}-17T10:00:00Z`);
    for (let taken = 0; taken < MIN_PAYOUT; taken += price) {
      const number = visits.length;
      const id = pastId('order', number);
      const times = { createdAt: new Date(redeemed - (2 + (number % 6)) * DAY), redeemedAt: new Date(redeemed) };
      visits.push({ ...times, id, buyer: number % BUYERS, dealId, salonId, isCard: true, review: null, reply: null });
    }
  };

  for (const [index, [salonId, offers]] of [...salons].entries()) {
    const reviews = FEW[index - 3] ?? 4 + Math.floor((MAX_REVIEWS - 3) * random() ** 4);
    const quality = 3.7 + random();
    for (let n = 0; n < reviews; n++) write(visit(salonId, offers, false), quality);
    for (let n = 0; n < reviews / 4; n++) visit(salonId, offers, false);
    for (let n = 0; n < 2; n++) visit(salonId, offers, true);
    settle(salonId, offers);
  }
  return visits;
}
