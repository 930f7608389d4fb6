import type { ReactNode } from 'react';
import type { Deal, Salon } from '#core/contract/shapes.ts';
import { formatHours } from '#core/i18n/hours.ts';
import { langOf, placeOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { MapPin } from '#web/ui/icons.ts';
import { Clock } from '#web/ui/more-icons.ts';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { OpeningTimes } from './opening-times.tsx';
import { hostOf, InstagramLink, SalonLinks } from './salon-links.tsx';
import { SalonName } from './salon-name.tsx';

interface Props {
  deal: Deal;
  level: 'h2' | 'h3';
  /** A placeholder while the salon is not known. */
  instead?: ReactNode;
}

/** Where a deal is redeemed: address, opening times and contact. */
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
          <SalonName name={salon.name} slug={salon.slug} />
        </Title>
        {about && (
          <p lang={langOf(salon.aboutEn, t)} className="mt-1.5 text-muted">
            {about}
          </p>
        )}
      </div>
      <dl className="flex flex-col gap-3">
        {(salon.address || !instead) && (
          <Fact icon={<MapPin size={19} />} name={t('deal.address')}>
            <span lang={place.lang}>{place.text}</span>
          </Fact>
        )}
        {!instead && (
          <Fact icon={<Clock size={19} />} name={t('deal.hours')}>
            {salon.hours.length > 0 ? (
              <OpeningTimes salon={salon} />
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

/** The deal's own place, completed by the salon's. */
const salonOf = (deal: Deal): Salon => ({
  aboutEn: deal.businessInfoEn,
  ...{ whatsapp: null, viber: null, instagram: null, hours: [], holidays: [] },
  ...deal.salon,
  slug: deal.salonSlug ?? '',
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-2">
        <SalonLinks salon={salon} business={salon.name} greeting={t('salon.greeting', { title: titleOf(deal, t) })} />
        <InstagramLink name={salon.instagram} />
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
