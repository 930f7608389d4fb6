/** Where a salon is, as far as it says so. */
interface Place {
  id: string | null;
  city: string;
  address: string;
  phone: string | null;
}

interface Named<Salon> {
  name: string;
  /** Null while nobody has said where it is. */
  salon: Salon | null;
}

export interface AtSalon<Item, Salon> extends Named<Salon> {
  items: Item[];
}

/** What is had where: each salon once, in the order in which they come. */
export function bySalon<Item, Salon extends Place>(
  items: readonly Item[],
  whereOf: (item: Item) => Named<Salon>,
): AtSalon<Item, Salon>[] {
  const places: AtSalon<Item, Salon>[] = [];
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

/** A salon may have several places, and two salons one name. Of one that is not known its name and telephone must do. */
function isOnePlace(one: Named<Place>, other: Named<Place>): boolean {
  const [here, there] = [one.salon, other.salon];
  if (!here || !there) return one.name === other.name;
  if (here.city !== there.city || here.address !== there.address) return false;
  if (here.id && there.id) return here.id === there.id;
  return one.name === other.name && here.phone === there.phone;
}
