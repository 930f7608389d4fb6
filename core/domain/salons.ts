/** What a salon may have, and items grouped by salon. */

export const MAX_PHOTOS = 8;
export const MAX_HOLIDAYS = 60;
/** Characters of a description. */
export const MAX_ABOUT = 2000;

interface Place {
  id: string | null;
  city: string;
  address: string;
  phone: string | null;
}

interface Named<Salon> {
  name: string;
  /** Null when unknown. */
  salon: Salon | null;
}

export interface AtSalon<Item, Salon> extends Named<Salon> {
  items: Item[];
}

/** Groups items by salon, in order of first appearance. */
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

/** Same address and id; without ids, same address, name and phone (a name may belong to several salons). */
function isOnePlace(one: Named<Place>, other: Named<Place>): boolean {
  const [here, there] = [one.salon, other.salon];
  if (!here || !there) return one.name === other.name;
  if (here.city !== there.city || here.address !== there.address) return false;
  if (here.id && there.id) return here.id === there.id;
  return one.name === other.name && here.phone === there.phone;
}

/** The address of a salon's page, before it is known to be unique: letters without accents, digits and hyphens. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return plain || 'sallon';
}
