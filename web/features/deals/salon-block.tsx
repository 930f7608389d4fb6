import type { ReactNode } from 'react';
import type { Deal, Salon } from '#core/contract/shapes.ts';
import { type DaysAlike, type OpenStretch, openingAt, weekOf } from '#core/domain/opening-hours.ts';
import { formatHours, formatWeekday } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { OutLink } from '#web/ui/button.tsx';
import { AtSign, Clock, MapPin } from '#web/ui/icons.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { langOf, placeOf, titleOf } from './deal-words.tsx';
import { hostOf, instagram, SalonLinks } from './salon-links.tsx';

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
        <Title id="salon" translate="no" className="text-xl">
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

/** The deal's own place, completed by the salon's. */
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

/** Whether a salon is open now, and its week. */
export function OpeningTimes({ hours }: { hours: readonly OpenStretch[] }) {
  const t = useT();
  const opening = openingAt(hours, useMinute());
  return (
    <>
      {opening && (
        <p>
          <span className={`font-semibold ${opening.isOpen ? 'text-olive' : 'text-honey'}`}>
            {t(opening.isOpen ? 'salon.open' : 'salon.closed')}
          </span>
          {', '}
          {opening.isOpen ? t('salon.until', { time: opening.until }) : opensAgain(opening.next, t)}
        </p>
      )}
      <ul className="text-sm text-muted">
        {weekOf(hours).map((days) => (
          <li key={days.first} className="flex flex-wrap gap-x-2.5 numerals">
            <span>
              <ScreenReaderText as={heardNameOf(days, t)}>{nameOf(days, t)}</ScreenReaderText>
            </span>
            <span>
              {days.stretches.length > 0 ? (
                <ScreenReaderText>{days.stretches.join(', ')}</ScreenReaderText>
              ) : (
                t('salon.closedDay')
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function opensAgain({ inDays, weekday, at }: { inDays: number; weekday: number; at: string }, t: Translate): string {
  if (inDays === 0) return t('salon.opens.today', { time: at });
  if (inDays === 1) return t('salon.opens.tomorrow', { time: at });
  return t('salon.opens.later', { day: formatWeekday(weekday, t.language), time: at });
}

const days = [
  'salon.day.1',
  'salon.day.2',
  'salon.day.3',
  'salon.day.4',
  'salon.day.5',
  'salon.day.6',
  'salon.day.7',
] as const;

/** Screen readers do not read the dash of a range. */
function heardNameOf(stretch: DaysAlike, t: Translate): string {
  const { first, last } = stretch;
  if (first === last) return nameOf(stretch, t);
  return t('salon.days', { first: t(days[first - 1] ?? days[0]), last: formatWeekday(last, t.language) });
}

function nameOf({ first, last }: DaysAlike, t: Translate): string {
  const [begin, end] = [first, last].map((weekday) => t(days[weekday - 1] ?? days[0])) as [string, string];
  if (first === last) return begin;
  return `${begin} – ${t.language === 'sq' ? end.toLowerCase() : end}`;
}
