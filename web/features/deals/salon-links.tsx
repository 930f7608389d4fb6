import type { SalonContact } from '#core/contract/shapes.ts';
import { useT } from '#web/kit/i18n.tsx';
import { OutLink } from '#web/ui/button.tsx';
import { MessageCircle, Navigation, Phone } from '#web/ui/icons.tsx';
import { directionsTo, telephone, whatsApp } from './contact-links.ts';

/** The ways to a salon and to whoever answers there, as buttons; none where nothing is known. */
export function SalonLinks({
  salon,
  greeting,
}: {
  salon: Pick<SalonContact, 'location' | 'phone' | 'whatsapp'>;
  greeting: string;
}) {
  const t = useT();
  const way = directionsTo(salon.location);
  return (
    <>
      {way && (
        <OutLink href={way}>
          <Navigation size={17} className="shrink-0" />
          {t('salon.directions')}
        </OutLink>
      )}
      {salon.phone && (
        <OutLink href={telephone(salon.phone)} target="_self">
          <Phone size={17} className="shrink-0" />
          {t('salon.call')}
        </OutLink>
      )}
      {salon.whatsapp && (
        <OutLink href={whatsApp(salon.whatsapp, greeting)}>
          <MessageCircle size={17} className="shrink-0" />
          WhatsApp
        </OutLink>
      )}
    </>
  );
}
