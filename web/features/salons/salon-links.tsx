import type { SalonContact } from '#core/contract/shapes.ts';
import { placeOf } from '#web/features/deals/deal-words.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { OutLink } from '#web/ui/button.tsx';
import { Navigation } from '#web/ui/icons.ts';
import { AtSign, MessageCircle, Phone } from '#web/ui/more-icons.ts';

/** Links to the map, telephone and messenger of a salon. */
export function SalonLinks({
  salon,
  business,
  greeting,
  name,
}: {
  salon: Omit<SalonContact, 'id' | 'slug'> & { viber?: string | null };
  business: string;
  greeting: string;
  /** The name of the salon, where several are listed. */
  name?: string;
}) {
  const t = useT();
  const said = (does: string) => name && `${does}: ${name}`;
  const way = directionsTo({ ...salon, business });
  return (
    <>
      {way && (
        <OutLink href={way} aria-label={said(t('salon.directions'))}>
          <Navigation size={17} className="shrink-0" />
          {t('salon.directions')}
        </OutLink>
      )}
      {salon.phone && (
        <OutLink href={telephone(salon.phone)} aria-label={said(t('salon.call'))} target="_self">
          <Phone size={17} className="shrink-0" />
          {t('salon.call')}
        </OutLink>
      )}
      {salon.whatsapp && (
        <OutLink href={whatsApp(salon.whatsapp, greeting)} aria-label={said('WhatsApp')}>
          <MessageCircle size={17} className="shrink-0" />
          WhatsApp
        </OutLink>
      )}
      {salon.viber && (
        <OutLink href={viber(salon.viber)} aria-label={said('Viber')} target="_self">
          <MessageCircle size={17} className="shrink-0" />
          Viber
        </OutLink>
      )}
    </>
  );
}

export function InstagramLink({ name }: { name: string | null }) {
  if (!name) return null;
  return (
    <OutLink href={instagram(name)}>
      <AtSign size={17} className="shrink-0" />
      Instagram
    </OutLink>
  );
}

const PLACE = /^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/;

/** To the point, else to the address, which the map looks for with the name; null without either. */
export function directionsTo({
  location,
  business,
  address,
  city,
}: Pick<SalonContact, 'location' | 'address' | 'city'> & { business: string }): string | null {
  const isPoint = location !== null && PLACE.test(location);
  if (!isPoint && !address) return null;
  const said = isPoint ? location : encodeURIComponent([business, address, city, 'Albania'].join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${said}`;
}

/** The place on a map; null for one that is not usable in a URL. */
export const mapOf = (place: string | null): string | null =>
  place !== null && PLACE.test(place) ? `https://www.google.com/maps/search/?api=1&query=${place}` : null;

export const telephone = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`;

export const whatsApp = (number: string, text: string) =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

const viber = (number: string) => `viber://chat?number=${encodeURIComponent(number.replace(/[^+\d]/g, ''))}`;

export const instagram = (name: string) => `https://www.instagram.com/${encodeURIComponent(name)}/`;

/** The host of a URL. */
export const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address;

/** Address and telephone number in one line. */
export function SalonPlace({ salon }: { salon: SalonContact }) {
  const { text, lang } = placeOf(salon, useT());
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      <span lang={lang}>{text}</span>
      {salon.phone && <span className="numerals">{salon.phone}</span>}
    </p>
  );
}
