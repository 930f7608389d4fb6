import { useQuery } from '@tanstack/react-query';
import type { CityChoice } from '#core/domain/cities.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { titleOf } from './deal-words.ts';
import { Lek } from './price.tsx';
import { featuredQuery } from './use-deals.ts';

/** Invites to the deal of the day when something is featured. */
export function PromoBanner({ city }: { city: CityChoice }) {
  const t = useT();
  const { data, isError } = useQuery(featuredQuery(api, city));
  const deal = data?.[0];
  if (!deal) return isError && <p className="text-center text-sm text-quiet">{t('error.fetchFeatured')}</p>;
  return (
    <section
      aria-labelledby="promo"
      className="relative grid overflow-hidden rounded-card bg-pomegranate text-ivory shadow-card grid-cols-[1.6fr_1fr] sm:grid-cols-[1.1fr_1fr]"
    >
      <div className="flex flex-col items-start gap-1 p-4 pb-5 sm:p-7">
        <h2 id="promo" className="text-xl sm:text-2xl">
          <Link
            to={`/deal/${deal.id}`}
            over={deal}
            className="stretched outline-none after:-outline-offset-4 focus-visible:after:outline-3 focus-visible:after:outline-ivory"
          >
            {t('home.banner.title')}
          </Link>
        </h2>
        <p className="text-sm opacity-90">{t('home.banner.text')}</p>
        <p className="mt-2 text-sm font-semibold sm:mt-auto sm:text-base">
          {titleOf(deal, t)} · <Lek amount={deal.price} />
        </p>
      </div>
      <Picture
        src={deal.imageUrl}
        alt=""
        width={320}
        height={160}
        sizes="(min-width: 640px) 500px, 320px"
        eager
        missing={t('deal.imageUnavailable')}
        className="min-h-40"
      />
      <div aria-hidden="true" className="kilim absolute inset-x-0 bottom-0 h-1.5 text-ivory opacity-50" />
    </section>
  );
}
