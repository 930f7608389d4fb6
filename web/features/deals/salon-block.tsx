import type { ReactNode } from 'react';
import type { Deal, Salon } from '#core/contract/shapes.ts';
import { formatHours } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { OutLink } from '#web/ui/button.tsx';
import { AtSign, Clock, MapPin } from '#web/ui/icons.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { hostOf, instagram } from './contact-links.ts';
import { langOf, placeOf, titleOf } from './deal-words.ts';
import { OpeningTimes } from './opening-times.tsx';
import { SalonLinks } from './salon-links.tsx';

interface Props {
  deal: Deal;
  level: 'h2' | 'h3';
  /** Stands where the salon speaks for itself, while that is not known. */
  instead?: ReactNode;
}

/** Where a deal is redeemed: what one asks before going there, and the ways to get in touch. */
export function SalonBlock({ deal, level: Title, instead }: Props) {
  const t = useT();
  const salon = salonOf(deal);
  const place = placeOf(salon, t);
  const about = (t.language === 'en' && salon.aboutEn) || salon.about;
  return (
    <section aria-labelledby="salon" className="flex flex-col gap-4 rounded-2xl bg-surface p-4 shadow-card sm:p-6">
      <div>
        <p className="text-sm text-muted">{t('salon.title')}</p>
        <Title id="salon" className="text-xl">
          {salon.name}
        </Title>
        {about && (
          <p lang={langOf(salon.aboutEn, t)} className="mt-1.5 text-muted">
            {about}
          </p>
        )}
      </div>
      <dl className="flex flex-col gap-3">
        <Fact icon={<MapPin size={19} />} name={t('deal.address')}>
          <span lang={place.lang}>{place.text}</span>
        </Fact>
        {!instead && (
          <Fact icon={<Clock size={19} />} name={t('deal.hours')}>
            {salon.hours.length > 0 ? (
              <OpeningTimes hours={salon.hours} />
            ) : (
              <ScreenReaderText>{formatHours(deal.hours, t.language)}</ScreenReaderText>
            )}
          </Fact>
        )}
      </dl>
      {instead ?? <Contacts deal={deal} salon={salon} />}
    </section>
  );
}

/** A deal says for itself where it is; what it does not say its salon does. */
const salonOf = (deal: Deal): Salon => ({
  slug: '',
  aboutEn: deal.businessInfoEn,
  whatsapp: null,
  instagram: null,
  hours: [],
  ...deal.salon,
  name: deal.businessName,
  about: deal.businessInfo ?? deal.salon?.about ?? '',
  address: deal.address || (deal.salon?.address ?? ''),
  city: deal.city,
  location: deal.distance ?? deal.salon?.location ?? null,
  phone: deal.phone ?? deal.salon?.phone ?? null,
});

function Contacts({ deal, salon }: { deal: Deal; salon: Salon }) {
  const t = useT();
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <SalonLinks salon={salon} greeting={t('salon.greeting', { title: titleOf(deal, t) })} />
        {salon.instagram && (
          <OutLink href={instagram(salon.instagram)}>
            <AtSign size={17} className="shrink-0" />
            Instagram
          </OutLink>
        )}
      </div>
      {(salon.phone || deal.socialLink) && (
        <p className="flex flex-wrap items-center gap-x-6 text-sm text-muted">
          {salon.phone && <span className="numerals">{salon.phone}</span>}
          {deal.socialLink && (
            <a
              href={deal.socialLink}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="inline-flex min-h-11 items-center underline"
            >
              {hostOf(deal.socialLink)}
            </a>
          )}
        </p>
      )}
    </>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-muted">
        <span className="text-brand">{icon}</span>
        {name}
      </dt>
      <dd className="pl-7">{children}</dd>
    </div>
  );
}
