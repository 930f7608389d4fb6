import type { DealChange } from '#core/contract/own-deals.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import type { DealColumns, DealRow, DealValues } from '#server/features/deals/posted-deals.store.ts';
import { digestOf } from '#server/kit/digest.ts';
import { invalidInput } from '#server/kit/http/errors.ts';

const DEFAULT_HOURS = '9 AM - 9 PM';

/** What the service sets beside the form. */
type Switch = 'isActive' | 'isFeatured' | 'isHidden';
/** A column for each field of the form that has one: forgetting to save a field does not compile. */
type FormColumns = Required<Pick<DealColumns, Exclude<Extract<keyof DealChange, keyof DealValues>, Switch>>>;

/**
 * The columns that a form changes: absent fields are undefined, emptied ones null or their default. Refuses a price above the
 * original one, of which the form may have only one.
 *
 * @param row - the deal as it is; null for a new one
 * @param phone - normalized
 */
export function columnsOf(
  form: DealChange,
  { row, phone }: { row: DealRow | null; phone: string | null | undefined },
): FormColumns {
  const price = form.price === undefined ? undefined : toQindarka(form.price);
  const originalPrice = orNull(form.originalPrice && toQindarka(form.originalPrice));
  const original = originalPrice === undefined ? row?.originalPrice : originalPrice;
  if (original && (price ?? row?.price ?? 0) > original) throw invalidInput({ price: 'priceAboveOriginal' });
  const priceUnit = orNull(form.priceUnit);
  const unit = priceUnit === undefined ? row?.priceUnit : priceUnit;
  return {
    title: form.title,
    titleEn: orNull(form.titleEn),
    description: or(form.description, ''),
    descriptionEn: orNull(form.descriptionEn),
    businessName: form.businessName,
    businessInfo: orNull(form.businessInfo),
    businessInfoEn: orNull(form.businessInfoEn),
    socialLink: orNull(form.socialLink),
    phone,
    imageUrl: orNull(form.imageUrl),
    price,
    originalPrice,
    priceUnit,
    durationMinutes: orNull(form.durationMinutes),
    unitCount: unit ? form.unitCount || row?.unitCount : 1,
    category: form.category,
    city: or(form.city, DEFAULT_CITY),
    address: or(form.address, ''),
    distance: orNull(form.distance),
    hours: or(form.hours, DEFAULT_HOURS),
    repostsLeft: or(form.repostsLeft, 0),
    startsOn: orNull(form.startsOn),
  };
}

/** Hash of a submission without its idempotency key. */
export const hashOf = <Form extends { key?: string | undefined }>({ key: _, ...content }: Form): string =>
  digestOf(JSON.stringify(content));

/** A field that was sent: its value, or its default where it is emptied. */
export const or = <T, Default>(value: T | null | undefined, empty: Default) =>
  value === undefined ? undefined : ((value || empty) as Exclude<T, ''> | Default);

const orNull = <T>(value: T | null | undefined) => or(value, null);

/** Columns of a deal as the audit log shows them: prices in lek. */
export function forAudit<Values extends { price?: number | undefined; originalPrice?: number | null | undefined }>({
  price,
  originalPrice,
  ...others
}: Values): Record<string, unknown> {
  const inLek = (qindarka: number | null | undefined) => (typeof qindarka === 'number' ? toLek(qindarka) : qindarka);
  return { ...others, price: inLek(price), originalPrice: inLek(originalPrice) };
}
