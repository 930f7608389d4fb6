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
    const known = places.find((place) => isOnePlace(place, { name, salon }));
    if (!known) places.push({ name, salon, items: [item] });
    else {
      known.items.push(item);
      known.salon ??= salon;
    }
  }
  return places;
}

type Place = Pick<AtSalon<unknown>, 'name' | 'salon'>;

/** A salon may have several places, and two salons one name. Of one that is not known its name and telephone must do. */
function isOnePlace(one: Place, other: Place): boolean {
  const [here, there] = [one.salon, other.salon];
  if (!here || !there) return one.name === other.name;
  if (here.city !== there.city || here.address !== there.address) return false;
  if (here.id && there.id) return here.id === there.id;
  return one.name === other.name && here.phone === there.phone;
}
