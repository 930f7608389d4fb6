import type { Category } from '#core/contract/categories.ts';
import { type CityChoice, DEFAULT_CITY } from '#core/domain/cities.ts';
import { formatLek } from '#core/i18n/format.ts';
import { CategoryIcon, tintOf } from '#web/features/deals/category-icon.tsx';
import { categoryName, cityName, isKnownCategory, langOfCategory } from '#web/features/deals/deal-words.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { savePreference } from '#web/kit/preferences.ts';
import { Link } from '#web/kit/router/link.tsx';
import { ChevronRight, Mark } from '#web/ui/icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

interface Props {
  category: Category;
  city: CityChoice;
}

/** The list of a category: in this city, or in the nearest one that has deals. */
function usePlaceOf({ category: { slug, dealCount, nearestCity }, city }: Props) {
  const t = useT();
  const none = city === 'all' ? t('categories.noneInAll') : t('categories.none', { city: cityName(city, t) });
  return {
    link: nearestCity
      ? {
          to: `/?category=${slug}&city=${nearestCity}`,
          // Also for Tirana: its short address would redirect to the city chosen before.
          onClick: () => savePreference('selectedCity', nearestCity),
        }
      : { to: city === DEFAULT_CITY ? `/?category=${slug}` : `/?category=${slug}&city=${city}` },
    count: dealCount > 0 ? t.count('categories.count', dealCount) : none,
    elsewhere: nearestCity && t('categories.seeIn', { city: cityName(nearestCity, t) }),
  };
}

const card = 'group flex h-full flex-col overflow-hidden rounded-card shadow-card eased hover:shadow-lift';

export function CategoryTile({ category, city, first }: Props & { first: boolean }) {
  const t = useT();
  const { link, count, elsewhere } = usePlaceOf({ category, city });
  return (
    <Link {...link} className={`${card} bg-surface`}>
      <TilePicture category={category} first={first} />
      <span className="flex flex-1 flex-col p-3 sm:p-4">
        <span lang={langOfCategory(category, t)} className="font-display text-lg font-semibold leading-tight">
          {categoryName(category, t)}
        </span>
        <span className="text-sm text-muted">{count}</span>
        {elsewhere && <Elsewhere>{elsewhere}</Elsewhere>}
      </span>
    </Link>
  );
}

/** The category's own picture, else ours, else its icon. */
function TilePicture({ category, first }: { category: Category; first: boolean }) {
  const t = useT();
  const { slug, icon, color, imageUrl, dealCount } = category;
  const look = `aspect-4/3 ${tintOf(slug, color)} ${dealCount === 0 ? 'opacity-60' : ''}`;
  const src = imageUrl ?? (isKnownCategory(slug) ? `/pictures/categories/${slug}-320.jpg` : null);
  if (src === null)
    return (
      <span className={`grid place-items-center ${look}`}>
        <CategoryIcon slug={slug} icon={icon} size={56} />
      </span>
    );
  return (
    <Picture
      src={src}
      alt=""
      width={320}
      height={240}
      sizes="(min-width: 1024px) 270px, (min-width: 768px) 23vw, 46vw"
      widths={[160, 320, 640]}
      quality="fine"
      first={first}
      missing={t('deal.imageUnavailable')}
      className={look}
    />
  );
}

function Elsewhere({ children }: { children: string }) {
  return (
    <span className="mt-auto flex items-center gap-1 pt-1 text-sm font-semibold text-brand">
      {children}
      <ChevronRight size={16} className="shrink-0" />
    </span>
  );
}

export function AllDealsTile({ count, city }: { count: number; city: CityChoice }) {
  const t = useT();
  return (
    <Link
      to={city === DEFAULT_CITY ? '/' : `/?city=${city}`}
      className={`${card} justify-between bg-pomegranate p-3 text-ivory sm:p-4`}
    >
      <Mark size={40} />
      <span>
        <span className="block font-display text-lg font-semibold leading-tight">
          {city === 'all' ? t('city.dealsInAll') : t('city.dealsIn', { city: cityName(city, t) })}
        </span>
        {count > 0 && <span className="text-sm">{t.count('categories.count', count)}</span>}
      </span>
    </Link>
  );
}

/** Adds the lowest price. */
export function PopularTile({ category, city }: Props) {
  const t = useT();
  const { link, count } = usePlaceOf({ category, city });
  return (
    <Link
      {...link}
      className={`flex h-full flex-col gap-3 rounded-card p-4 sm:p-6 md:flex-row md:flex-wrap md:items-center ${tintOf(category.slug, category.color)}`}
    >
      <CategoryIcon slug={category.slug} icon={category.icon} size={28} />
      <span className="text-ink">
        <span lang={langOfCategory(category, t)} className="block font-display text-xl font-semibold leading-tight">
          {categoryName(category, t)}
        </span>
        <span className="text-sm">{count}</span>
      </span>
      <span className="mt-auto font-semibold md:mt-0 md:ml-auto">
        {category.lowestPrice !== null && (
          <ScreenReaderText>
            {t('categories.from', { price: formatLek(category.lowestPrice, t.language) })}
          </ScreenReaderText>
        )}
      </span>
    </Link>
  );
}
