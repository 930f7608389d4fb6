/** Addresses that open a map, a telephone or a messenger on any device. */

/** Null of what is no place: nothing of it goes into an address. */
export function directionsTo(place: string | null): string | null {
  if (place === null || !/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/.test(place)) return null;
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}

export const telephone = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`;

export const whatsApp = (number: string, text: string) =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

export const instagram = (name: string) => `https://www.instagram.com/${encodeURIComponent(name)}/`;

/** What one reads of an address: its host. */
export const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address;
