import type { SalonContact } from '#core/contract/shapes.ts';

export interface AtSalon<Item> {
  name: string;
  /** Null while nobody has said where it is. */
  salon: SalonContact | null;
  items: Item[];
}

/** What is had where: each salon once, in the order in which they come. */
export function bySalon<Item>(
  items: readonly Item[],
  whereOf: (item: Item) => Omit<AtSalon<Item>, 'items'>,
): AtSalon<Item>[] {
  const places: AtSalon<Item>[] = [];
  for (const item of items) {
    const { name, salon } = whereOf(item);
    const known = places.find((place) => place.name === name && isOnePlace(place.salon, salon));
    if (!known) places.push({ name, salon, items: [item] });
    else {
      known.items.push(item);
      known.salon ??= salon;
    }
  }
  return places;
}

/** A salon may have several places, and two salons one name. */
const isOnePlace = (one: SalonContact | null, other: SalonContact | null) =>
  !one || !other || (one.city === other.city && one.address === other.address && one.phone === other.phone);
