/** What the page of a salon says of it. */
import type { ReactNode } from 'react';
import type { SalonProfile } from '#core/contract/salons.ts';
import { dayInTirane, weekdayInTirane } from '#core/domain/calendar-day.ts';
import { stretchesOn } from '#core/domain/opening-hours.ts';
import { ratingOf } from '#core/domain/reviews.ts';
import { cityName, placeOf } from '#web/features/deals/deal-words.tsx';
import { Rating } from '#web/features/deals/price.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MapPin } from '#web/ui/icons.ts';
import { Clock, Store } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { formatDay, OpenNow, Stretches, weekdayName } from './opening-times.tsx';
import { InstagramLink, mapOf, SalonLinks } from './salon-links.tsx';

interface Props {
  salon: SalonProfile;
}

/** Its description in the language of the page, else in the other one. */
export function aboutOf({ about, aboutEn }: SalonProfile, language: 'sq' | 'en'): { text: string; lang?: 'sq' | 'en' } {
  const [own, other] = language === 'en' ? [aboutEn, about] : [about, aboutEn];
  if (own) return { text: own };
  return other ? { text: other, lang: language === 'en' ? 'sq' : 'en' } : { text: '' };
}

/** Logo, name, city and whether it is open now; `children` stand at the end. */
export function SalonHead({ salon, children }: Props & { children: ReactNode }) {
  const t = useT();
  const { rating, count } = ratingOf(salon.ratings ?? []);
  return (
    <header className="flex items-center gap-x-4 sm:gap-x-5">
      {salon.logoUrl ? (
        <Picture
          src={salon.logoUrl}
          alt=""
          width={80}
          height={80}
          sizes="80px"
          eager
          missing={t('deal.imageUnavailable')}
          className="size-20 shrink-0 rounded-card bg-raised shadow-card"
        />
      ) : (
        <span className="grid size-16 shrink-0 place-items-center rounded-card bg-raised text-brand sm:size-20">
          <Store size={32} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h1 translate="no" className="text-2xl wrap-anywhere sm:text-3xl">
          {salon.name}
        </h1>
        <p className="text-muted">{cityName(salon.city, t)}</p>
        <OpenNow salon={salon} />
        <Rating deal={{ rating, reviewCount: count }} />
      </div>
      {children}
    </header>
  );
}

/** The ways to reach it, as round buttons; `children` stand first. */
export function SalonWays({ salon, children }: Props & { children: ReactNode }) {
  const t = useT();
  return (
    <div className="round-actions">
      {children}
      <SalonLinks salon={salon} business={salon.name} greeting={t('salonPage.greeting')} />
      <InstagramLink name={salon.instagram} />
    </div>
  );
}

/** The first photo is shown larger. */
export function SalonPhotos({ salon: { name, photos } }: Props) {
  const t = useT();
  if (photos.length === 0) return null;
  return (
    <ul aria-label={t('salonPage.photos')} className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
      {photos.map((url, index) => (
        <li key={url} className={index === 0 ? 'col-span-2 row-span-2' : ''}>
          <Picture
            src={url}
            alt={`${name}: ${t('salonPage.photo', { number: index + 1, count: photos.length })}`}
            width={index === 0 ? 640 : 320}
            height={index === 0 ? 427 : 213}
            sizes={index === 0 ? '(min-width: 640px) 560px, 94vw' : '(min-width: 640px) 280px, 46vw'}
            quality="card"
            eager={index === 0}
            missing={t('deal.imageUnavailable')}
            className="aspect-3/2 h-full w-full rounded-2xl bg-raised"
          />
        </li>
      ))}
    </ul>
  );
}

export function SalonAbout({ salon }: Props) {
  const t = useT();
  const { text, lang } = aboutOf(salon, t.language);
  if (!text) return null;
  return (
    <section aria-labelledby="about" className="flex flex-col gap-2">
      <h2 id="about" className="text-xl">
        {t('salonPage.about')}
      </h2>
      <p lang={lang} className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </section>
  );
}

/** Address, phone number and the week. */
export function SalonContact({ salon }: Props) {
  const t = useT();
  const place = placeOf(salon, t);
  const map = mapOf(salon.location);
  return (
    <CardSection title={t('salonPage.contact')}>
      <Fact icon={<MapPin size={19} />}>
        <p lang={place.lang} className="wrap-anywhere">
          {place.text}
        </p>
        {map && (
          <a
            href={map}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center font-semibold text-brand underline"
          >
            {t('salonPage.map')}
          </a>
        )}
      </Fact>
      {salon.phone && <p className="text-sm text-muted numerals">{salon.phone}</p>}
      <Week salon={salon} />
    </CardSection>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <span className="shrink-0 pt-0.5 text-brand">{icon}</span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function Week({ salon: { hours, holidays } }: Props) {
  const t = useT();
  const now = useMinute();
  const today = weekdayInTirane(now);
  const isHoliday = holidays.includes(dayInTirane(now));
  if (hours.length === 0) return null;
  return (
    <Disclosure
      look="text"
      summary={
        <span className="flex flex-wrap items-center gap-x-2">
          <Clock size={19} className="text-brand" />
          {t('salonPage.today')}
          <span className="numerals">
            <Stretches stretches={isHoliday ? [] : stretchesOn(today, hours)} />
          </span>
        </span>
      }
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t('deal.hours')}</caption>
        <tbody>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <tr
              key={weekday}
              aria-current={weekday === today ? 'date' : undefined}
              className={`border-t border-line ${weekday === today ? 'font-semibold' : ''}`}
            >
              <th scope="row" className={`py-1.5 pr-[8px] text-left ${weekday === today ? '' : 'font-normal'}`}>
                {weekdayName(weekday, t)}
              </th>
              <td className="py-1.5 text-right numerals">
                <Stretches stretches={weekday === today && isHoliday ? [] : stretchesOn(weekday, hours)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {holidays.length > 0 && (
        <p className="text-sm text-muted">
          {t('salonPage.holidays')}: {holidays.map((day) => formatDay(day, t)).join('; ')}
        </p>
      )}
    </Disclosure>
  );
}
