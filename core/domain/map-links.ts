import { type Place, readTypedPlace } from './places.ts';

/** In the order in which they are the place itself, not only the part of the map that was shown. */
const IN_LINKS = [
  /!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/,
  /[?&](?:q|query|destination|ll)=(?:loc:)?(-?\d{1,3}\.\d+),\s*(-?\d{1,3}\.\d+)/,
  /@(-?\d{1,3}\.\d+),(-?\d{1,3}\.\d+)/,
];

/** The place in Albania that a link of Google Maps contains; `short` for one that has to be opened first. */
export function readMapLink(typed: string): Place | 'short' | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.host === 'maps.app.goo.gl' || (url.host === 'goo.gl' && url.pathname.startsWith('/maps'))) return 'short';
  if (!/(^|\.)google\.[a-z]{2,3}(\.[a-z]{2})?$/.test(url.host)) return null;
  const whole = url.href.replaceAll('%2C', ',').replaceAll('%2c', ',');
  for (const pattern of IN_LINKS) {
    const [, north, east] = pattern.exec(whole) ?? [];
    const place = north === undefined ? null : readTypedPlace(`${north},${east}`);
    if (place) return place;
  }
  return null;
}
