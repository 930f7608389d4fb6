import type { SalonContact } from '#core/contract/shapes.ts';
import { useT } from '#web/kit/i18n.tsx';
import { OutLink } from '#web/ui/button.tsx';
import { MessageCircle, Navigation, Phone } from '#web/ui/icons.tsx';
import { directionsTo, telephone, whatsApp } from './contact-links.ts';

/** The ways to a salon and to whoever answers there, as buttons; none where nothing is known. */
export function SalonLinks({
  salon,
  greeting,
  name,
}: {
  salon: Pick<SalonContact, 'location' | 'phone' | 'whatsapp'>;
  greeting: string;
  /** Of the salon, where others stand beside it. */
  name?: string;
}) {
  const t = useT();
  const said = (does: string) => name && `${does}: ${name}`;
  const way = directionsTo(salon.location);
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
    </>
  );
}
